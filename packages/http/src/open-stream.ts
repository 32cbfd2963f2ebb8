import type { IncomingMessage } from 'node:http';
import { badRequest } from '@linework/problem-details/make-problem';
import { isUtf8ContentType } from './is-utf8-content-type.ts';
import { streamIdleTimeoutMs } from './limits.ts';

/** A body that is read as it arrives: its sender is held up while its reader is busy. */
export interface StreamedBody<MediaType extends string = string> {
  readonly mediaType: MediaType;
  /** To be read once. Raises `ClientGone` when the sender leaves before the end, or stands still for too long. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Nobody is left to be answered. */
export class ClientDisconnected extends Error {}

const streamedRequests = new WeakSet<IncomingMessage>();

/** Whether the body of this request is read as it arrives. */
export const isStreamed = (request: IncomingMessage): boolean => streamedRequests.has(request);

/** The body of a request whose route takes it in one of these media types. Refuses others, and compressed ones, with 415. */
export function openStream(request: IncomingMessage, mediaTypes: readonly string[]): StreamedBody {
  streamedRequests.add(request);
  const contentType = request.headers['content-type'] ?? '';
  const given = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const mediaType = mediaTypes.find((type) => type === given);
  if (mediaType === undefined || !isUtf8ContentType(contentType)) {
    throw badRequest('unsupported-media-type', `The body must be ${mediaTypes.join(' or ')} in UTF-8.`, { Accept: mediaTypes.join(', ') });
  }
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw badRequest('unsupported-encoding', 'The body must not be compressed.', { 'Accept-Encoding': 'identity' });
  }
  return { mediaType, chunks: readChunks(request) };
}

/** Left before its end it stays open, so that the sender can be answered. */
async function* readChunks(request: IncomingMessage): AsyncGenerator<Uint8Array, void, void> {
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const next = await withIdleTimeout(request, chunks.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

async function withIdleTimeout<Next>(request: IncomingMessage, next: Promise<Next>): Promise<Next> {
  const timer = setTimeout(() => request.destroy(new Error('the body stood still')), streamIdleTimeoutMs);
  try {
    return await next;
  } catch {
    // Without the cause, whose code is that of any lost connection, and would be taken for the database's.
    throw new ClientDisconnected('The client left before the end of its body.');
  } finally {
    clearTimeout(timer);
  }
}

import type { IncomingMessage } from 'node:http';
import { badRequest } from '@linework/problem-details/make-problem';
import { streamIdleTimeoutMs } from './limits.ts';
import { isUtf8ContentType } from './request/is-utf8-content-type.ts';

/** A streamed body. The sender is slowed down while the reader is busy. */
export interface StreamedBody<MediaType extends string = string> {
  readonly mediaType: MediaType;
  /**
   * Can be read once. Throws `ClientDisconnected` if the client disconnects before the end, or sends nothing for too
   * long.
   */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The client disconnected, so no response can be sent. */
export class ClientDisconnected extends Error {}

const streamedRequests = new WeakSet<IncomingMessage>();

/** Whether the body of this request is streamed. */
export const isStreamed = (request: IncomingMessage): boolean => streamedRequests.has(request);

/**
 * Opens the body of a request in one of these media types. Rejects other media types and compressed bodies with 415.
 */
export function openStream(request: IncomingMessage, mediaTypes: readonly string[]): StreamedBody {
  streamedRequests.add(request);
  const contentType = request.headers['content-type'] ?? '';
  const sentType = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const mediaType = mediaTypes.find((type) => type === sentType);
  if (mediaType === undefined || !isUtf8ContentType(contentType)) {
    throw badRequest('unsupported-media-type', `The body must be ${mediaTypes.join(' or ')} in UTF-8.`, {
      Accept: mediaTypes.join(', '),
    });
  }
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw badRequest('unsupported-encoding', 'The body must not be compressed.', { 'Accept-Encoding': 'identity' });
  }
  return { mediaType, chunks: readChunks(request) };
}

/** If the reader stops early, the request stays open, so that a response can be sent. */
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
  const timer = setTimeout(
    () => request.destroy(new Error('no data of the body arrived within the idle timeout')),
    streamIdleTimeoutMs,
  );
  try {
    return await next;
  } catch {
    // Without a cause: the code of a lost connection would look like an error of the database.
    throw new ClientDisconnected('The client disconnected before the end of its body.');
  } finally {
    clearTimeout(timer);
  }
}

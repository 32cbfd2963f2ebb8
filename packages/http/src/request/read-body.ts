import type { IncomingMessage } from 'node:http';
import { badRequest } from '@linework/problem-details/make-problem';
import { bodyLimitBytes, discardedBodyLimitBytes, discardedStreamLimitBytes, streamIdleTimeoutMs } from '../limits.ts';
import { isStreamed } from '../open-stream.ts';

const emptyBody = Buffer.alloc(0);

/**
 * Reads the body, empty if there is none; undefined if the client disconnected. Rejects a body above the limit with
 * 413.
 */
export async function readBody(request: IncomingMessage, limitBytes = bodyLimitBytes): Promise<Buffer | undefined> {
  if (!hasBody(request)) return emptyBody;
  // If the client disconnected while its key was looked up, no event follows.
  if (request.destroyed) return undefined;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) reject(bodyTooLarge(limitBytes));
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('close', () => resolve(undefined));
  });
}

/** Discards an unread body, so that the client can read the response. A too long body is aborted. */
export function discardBody(request: IncomingMessage): void {
  if (!hasBody(request) || request.complete) return;
  const limitBytes = isStreamed(request) ? discardedStreamLimitBytes : discardedBodyLimitBytes;
  if (isStreamed(request)) request.setTimeout(streamIdleTimeoutMs, () => request.destroy());
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > limitBytes) request.destroy();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  );
}

function bodyTooLarge(limitBytes: number) {
  return badRequest('body-too-large', `The body is longer than ${limitBytes} bytes.`);
}

import type { IncomingMessage } from 'node:http';
import { badRequest } from '@linework/problem-details/make-problem';
import { bodyLimitBytes, discardedBodyLimitBytes, discardedStreamLimitBytes, streamIdleTimeoutMs } from './limits.ts';
import { isStreamed } from './open-stream.ts';

const emptyBody = Buffer.alloc(0);

/** The body as it was sent, empty where there is none; undefined when the client went away. Refuses more than the limit with 413. */
export async function readBody(request: IncomingMessage, limitBytes = bodyLimitBytes): Promise<Buffer | undefined> {
  if (!hasBody(request)) return emptyBody;
  // Gone while its key was looked up: no event will follow.
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

/** Lets a body that nobody reads run off, so that its sender gets to read the answer; a flood is cut off. */
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
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0');
}

function bodyTooLarge(limitBytes: number) {
  return badRequest('body-too-large', `The body is longer than ${limitBytes} bytes.`);
}

import type { ServerResponse } from 'node:http';
import { slowReaderTimeoutMs } from '../limits.ts';
import type { TextStream } from '../text-stream.ts';
import { isDrained } from './is-drained.ts';
import type { EventStreamOptions } from './send-event-stream.ts';

/**
 * Sends text until its chunks end. If they fail, or the client does not read for too long, the connection is closed without the end of the response, so
 * that a part is never taken for the whole.
 */
export async function sendTextStream(
  response: ServerResponse,
  { mediaType, fileName, chunks }: TextStream,
  { isHead, slowTimeoutMs = slowReaderTimeoutMs }: EventStreamOptions,
): Promise<void> {
  response.statusCode = 200;
  response.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  // The compression of this server does not say when its client has read what was sent.
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (isHead) return void response.end();
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  try {
    for await (const chunk of chunks) {
      if (response.closed) return;
      if (
        !response.write(chunk) &&
        !(await isDrained(response, AbortSignal.any([closed.signal, AbortSignal.timeout(slowTimeoutMs)])))
      )
        return;
    }
    response.end();
  } finally {
    if (!response.writableEnded) response.destroy();
  }
}

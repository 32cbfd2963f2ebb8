import type { ServerResponse } from 'node:http';
import { slowReaderTimeoutMs } from '../limits.ts';
import { eventStreamMediaType, formatServerSentEvent, type ServerSentEvent } from '../server-sent-events.ts';
import { isDrained } from './is-drained.ts';

export type EventStreamBody = AsyncIterable<ServerSentEvent>;

/** Whether the body of a response is a stream of events. */
export const isEventStream = (body: unknown): body is EventStreamBody =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

export interface EventStreamOptions {
  /** A request with HEAD gets the headers only. */
  readonly isHead: boolean;
  readonly slowTimeoutMs?: number;
}

/**
 * Sends events until the iterable ends. A client that does not read for too long is disconnected: it continues later
 * where it was, and the server keeps at most what its socket holds. If the iterable fails, the connection is closed,
 * because the status was sent already.
 */
export async function sendEventStream(
  response: ServerResponse,
  events: EventStreamBody,
  { isHead, slowTimeoutMs = slowReaderTimeoutMs }: EventStreamOptions,
): Promise<void> {
  response.statusCode = 200;
  response.setHeader('Content-Type', eventStreamMediaType);
  // A proxy or the compression of this server would hold events back.
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('X-Accel-Buffering', 'no');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (isHead) return void response.end();
  response.flushHeaders();
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  try {
    for await (const event of events) {
      if (response.closed) return;
      if (
        !response.write(formatServerSentEvent(event)) &&
        !(await isDrained(response, AbortSignal.any([closed.signal, AbortSignal.timeout(slowTimeoutMs)])))
      )
        return;
    }
    response.end();
  } finally {
    if (!response.writableEnded) response.destroy();
  }
}

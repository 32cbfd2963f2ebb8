import type { Caller } from '@linework/auth/caller';
import { buildEnvelope } from '@linework/events/build-envelope';
import { type FeedQuery, type FeedReader, type NextEvents, readNext } from '@linework/events/feed/list-events';
import type { ServerSentEvent } from '@linework/http/server-sent-events';
import type { EventEnvelope } from '@linework/schemas/events/event-envelope';
import type { RunInTurn } from '../limits/cost-limiter.ts';
import { runForCaller } from './run-for-caller.ts';
import { recheckMs } from './still-allowed.ts';

/** A comment this often keeps proxies from closing the connection. */
const heartbeatMs = 15_000;
export interface FollowOptions {
  readonly reader: FeedReader;
  readonly query: FeedQuery;
  readonly caller: Caller;
  /** Aborted when the client disconnects or the process stops. */
  readonly signal: AbortSignal;
  /** Whether the key may still read. */
  readonly isAllowed: () => Promise<boolean>;
  readonly runInTurn: RunInTurn;
}

/** The events after a position as messages of a stream, until the signal is aborted or the key is no longer allowed. */
export async function* followFeed({
  reader,
  query,
  caller,
  signal,
  isAllowed,
  runInTurn,
}: FollowOptions): AsyncGenerator<ServerSentEvent<EventEnvelope>> {
  const stop = reader.tail.follow();
  let { after } = query;
  let [sentMs, checkedMs] = [performance.now(), performance.now()];
  try {
    // The client sees at once that the stream is open.
    yield { comment: 'stream of events' };
    while (!signal.aborted) {
      const { events, readTo } = await runForCaller(caller, () => readChunk({ ...query, after }));
      for (const event of events) {
        // The client may have left the one before unread for hours.
        if (!(await mayGoOn())) return;
        yield { id: String(event.position), data: buildEnvelope(event, { payload: 'full', reader: caller }) };
      }
      after = readTo;
      const nowMs = performance.now();
      if (events.length > 0) sentMs = nowMs;
      if (!(await mayGoOn())) return;
      if (nowMs - sentMs >= heartbeatMs) {
        yield { comment: 'nothing new' };
        sentMs = nowMs;
      }
      const timeoutMs = Math.max(0, Math.min(sentMs + heartbeatMs, checkedMs + recheckMs) - nowMs);
      if (events.length < query.limit) await reader.tail.waitForEventsAfter(after, { timeoutMs, signal });
    }
  } finally {
    stop();
  }

  async function mayGoOn(): Promise<boolean> {
    if (performance.now() - checkedMs < recheckMs) return true;
    checkedMs = performance.now();
    return runForCaller(caller, isAllowed);
  }

  /** What is in memory costs nothing; a page from the database waits its turn. */
  function readChunk(next: FeedQuery): Promise<NextEvents> {
    return reader.tail.take(next.after) === undefined
      ? runInTurn(caller, () => readNext(reader, next))
      : readNext(reader, next);
  }
}

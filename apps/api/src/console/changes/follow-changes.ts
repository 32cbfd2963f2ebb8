import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedTail } from '@linework/events/feed/feed-tail';
import { type Bounds, readBounds } from '@linework/events/feed/read-feed';
import type { ServerSentEvent } from '@linework/http/server-sent-events';
import { recheckMs } from '../../request/still-allowed.ts';
import { type Changes, collectChanges } from './collect-changes.ts';

/**
 * At most one message in this time. At 3,000 orders a second each console would otherwise get 20,000 events a second,
 * to ask again once.
 */
const pauseMs = 1_000;

interface FollowOptions {
  readonly db: Parameters<typeof readBounds>[0];
  readonly tail: FeedTail;
  /** The position from which it begins. */
  readonly after: Bounds['newest'];
  /** Aborted when the page is closed or the process stops. */
  readonly signal: AbortSignal;
  /** The broker whose records the person sees; null for all. */
  readonly brokerId: string | null;
  /** Whether the session still exists. */
  readonly isOpen: () => Promise<boolean>;
}

/**
 * What has changed, as messages of a stream. It reads the end of the feed, which is in memory for all streams of the
 * process. Who is too far behind for it gets a message that anything may have changed, and goes on from the newest
 * event.
 */
export async function* followChanges({
  db,
  tail,
  after: start,
  signal,
  brokerId,
  isOpen,
}: FollowOptions): AsyncGenerator<ServerSentEvent<Changes>> {
  const stop = tail.follow();
  let after = start;
  try {
    // The page sees at once that the stream is open.
    yield { comment: 'changes' };
    while (!signal.aborted) {
      await tail.waitForEventsAfter(after, { timeoutMs: recheckMs, signal });
      if (signal.aborted || !(await isOpen())) return;
      const events = tail.take(after);
      const newest = events === undefined ? (await readBounds(db)).newest : (events.at(-1)?.position ?? after);
      if (newest === after) {
        yield { comment: 'nothing new' };
        continue;
      }
      after = newest;
      const seen = events?.filter((event) => brokerId === null || event.brokerId === brokerId);
      if (seen?.length === 0) {
        yield { comment: 'nothing new' };
        continue;
      }
      yield {
        id: String(after),
        data: seen === undefined ? { kinds: [], ids: [], isComplete: false } : collectChanges(seen),
      };
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    stop();
  }
}

import { once, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutOwner } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { type FeedEvent, readFeed } from './read-feed.ts';

const newestStatement = statement(
  'read-newest-position',
  'SELECT newest_position::float8 AS newest FROM event_sequencer',
);

/** One statement of 0.1 ms this often, and only while someone waits. Positions are assigned every 250 ms. */
const pollMs = 100;
/** The events kept for readers that are a little behind. A reader further behind reads the database. */
const keptEvents = 5_000;
const defaultKeptBytes = 16 * 1024 * 1024;
/** What an event takes besides its details. */
const bytesOfEvent = 1_000;
const chunkSize = 1_000;

/** The end of the feed in memory: one reader of the database for all streams and waiting requests of this process. */
export interface FeedTail {
  /** Starts to follow the feed, and stops when the last follower calls the returned function. */
  follow(): () => void;
  /** The events after a position; undefined if they are not in memory and must be read from the database. */
  take(after: number): readonly FeedEvent[] | undefined;
  /** Resolves when there are events after the position, when the time is over, or when the signal is aborted. */
  waitForEventsAfter(
    position: number,
    options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<void>;
}

interface TailDeps {
  readonly db: Pick<Db, 'query'>;
  /** Receives the error of a poll. The next poll tries again. */
  readonly onError: (error: unknown) => void;
  /** The memory for the events that are kept. */
  readonly keptBytes?: number;
}

export function createFeedTail({ db, onError, keptBytes = defaultKeptBytes }: TailDeps): FeedTail {
  const arrivals = new EventTarget();
  // Each waiting reader is a listener. Their number is limited by the requests in flight.
  setMaxListeners(0, arrivals);
  let followers = 0;
  let kept: readonly FeedEvent[] = [];
  /** Every event in (`from`, `newest`] is in `kept`. Both are undefined while nobody follows. */
  let from: number | undefined;
  let newest: number | undefined;
  let isPolling = false;

  async function readOn(position: number): Promise<void> {
    const page = await readFeed(db, {}, { after: position, limit: chunkSize });
    newest = page.readTo;
    kept = [...kept, ...page.events];
    const dropped = countDropped(kept, keptBytes);
    if (dropped > 0) from = kept[dropped - 1]?.position ?? position;
    kept = kept.slice(dropped);
  }

  async function poll(): Promise<void> {
    const [row] = await db.query(newestStatement);
    const end = row?.newest ?? 0;
    // A database that was set back, for example by a restore, has fewer positions.
    if (from === undefined || newest === undefined || end < newest) {
      [from, newest, kept] = [end, end, []];
      arrivals.dispatchEvent(new Event('events'));
    }
    while (newest < end) {
      await readOn(newest);
      arrivals.dispatchEvent(new Event('events'));
    }
  }

  async function pollWhileFollowed(): Promise<void> {
    while (followers > 0) {
      await poll().catch(onError);
      await sleep(pollMs);
    }
    [from, newest, kept, isPolling] = [undefined, undefined, [], false];
  }

  return {
    follow() {
      followers += 1;
      if (!isPolling)
        void withoutOwner('it reads for all followers, and each filters by its broker', pollWhileFollowed);
      isPolling = true;
      return onlyOnce(() => {
        followers -= 1;
      });
    },
    take(after) {
      if (from === undefined || newest === undefined || after < from || after > newest) return undefined;
      // Positions are dense, so the place of an event in the list is known.
      return kept.slice(after - from);
    },
    async waitForEventsAfter(position, { timeoutMs, signal }) {
      const ended = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(timeoutMs))]);
      while (!ended.aborted && (newest === undefined || newest <= position))
        await once(arrivals, 'events', { signal: ended }).catch(() => undefined);
    },
  };
}

function onlyOnce(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    action();
  };
}

/** How many of the oldest events exceed the number or the memory of those that are kept. */
function countDropped(events: readonly FeedEvent[], keptBytes: number): number {
  let bytes = 0;
  const last = events.findLastIndex((event, index) => {
    bytes += event.bytes + bytesOfEvent;
    return bytes > keptBytes || events.length - index > keptEvents;
  });
  return last + 1;
}

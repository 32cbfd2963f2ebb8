import type { Db } from '@linework/db/db';
import { positionGone } from '@linework/problem-details/make-problem';
import { takePage } from '../page-bytes.ts';
import { type FeedFilter, matchesFilter } from './feed-filter.ts';
import type { FeedTail } from './feed-tail.ts';
import { type FeedEvent, type FeedPage, readBounds, readFeed } from './read-feed.ts';

export interface FeedReader {
  readonly db: Pick<Db, 'query'>;
  readonly tail: FeedTail;
}

export interface FeedQuery {
  readonly filter: FeedFilter;
  readonly after: number;
  readonly limit: number;
}

/**
 * Reads a page from the database. Raises gone for a position whose next events are not kept, and for one that was never
 * assigned.
 */
export async function readPage({ db }: Pick<FeedReader, 'db'>, { filter, after, limit }: FeedQuery): Promise<FeedPage> {
  const page = await readFeed(db, filter, { after, limit });
  const positions = { oldestPosition: page.oldest ?? page.newest + 1, newestPosition: page.newest };
  if (after > page.newest)
    throw positionGone(
      `Position ${after} is of another installation: the newest one here is ${page.newest}.`,
      positions,
    );
  if (after + 1 < positions.oldestPosition)
    throw positionGone(
      `The events after position ${after} are no longer kept. The oldest position is ${positions.oldestPosition}.`,
      positions,
    );
  return page;
}

/** Finds the position from which a reader without one begins: before the oldest event that is kept. */
export async function findStart({ db }: Pick<FeedReader, 'db'>): Promise<number> {
  const { oldest, newest } = await readBounds(db);
  return oldest === null ? newest : oldest - 1;
}

export interface NextEvents {
  readonly events: readonly FeedEvent[];
  readonly readTo: number;
}

/** The next matching events, from memory if they are there. A reader that follows the feed calls it again and again. */
export async function readNext(reader: FeedReader, query: FeedQuery): Promise<NextEvents> {
  const inMemory = reader.tail.take(query.after);
  if (inMemory === undefined) return readPage(reader, query);
  const matching = inMemory.filter((event) => matchesFilter(query.filter, event));
  const events = takePage(matching, query.limit);
  const last = matching.length > events.length ? events.at(-1) : inMemory.at(-1);
  return { events, readTo: last?.position ?? query.after };
}

export interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /**
   * Raises a problem when the caller may not read any more. It is called this often, and after the last event was read.
   */
  readonly assertAllowed: () => Promise<void>;
  readonly recheckMs: number;
}

/**
 * Waits until there is a matching event after the position. Without one it returns at the end of the time, or when the
 * signal is aborted. Raises what `assertAllowed` raises, and then shows no event.
 */
export async function waitForEvents(reader: FeedReader, query: FeedQuery, options: WaitOptions): Promise<NextEvents> {
  const { timeoutMs, signal, assertAllowed, recheckMs } = options;
  const stop = reader.tail.follow();
  const untilMs = performance.now() + timeoutMs;
  let checkedMs = performance.now();
  let readTo = query.after;
  try {
    for (;;) {
      const next = await readNext(reader, { ...query, after: readTo });
      readTo = next.readTo;
      const leftMs = Math.ceil(untilMs - performance.now());
      const isOver = next.events.length > 0 || leftMs <= 0 || signal.aborted;
      if (isOver || performance.now() - checkedMs >= recheckMs) {
        await assertAllowed();
        checkedMs = performance.now();
      }
      if (isOver) return next;
      await reader.tail.waitForEventsAfter(readTo, { timeoutMs: Math.min(leftMs, recheckMs), signal });
    }
  } finally {
    stop();
  }
}

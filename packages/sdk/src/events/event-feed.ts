import type { Client } from '../client.ts';
import { ConnectionError, UnexpectedResponseError } from '../errors/linework-error.ts';
import { ProblemError } from '../errors/problem-error.ts';
import type { ListEventsQuery } from '../generated/types.ts';
import { retryDelay } from '../transport/retry-delay.ts';
import { sleep } from '../transport/sleep.ts';
import type { LineworkEvent } from './linework-event.ts';

/** Where a reader keeps its position between two runs: a row of its own database, a file. */
export interface PositionStore {
  /** The position that was saved last; undefined at the first start. */
  load(): number | undefined | Promise<number | undefined>;
  /**
   * Is called after `onEvent` has finished, and at the end of a page whose rest the filter excludes. Saved in one
   * transaction with the work of `onEvent`, each event takes effect once.
   */
  save(position: number): void | Promise<void>;
}

export interface FollowOptions {
  /**
   * Is called for one event after the other, in the order of the feed. If it throws, following ends with its error, and
   * the event comes again.
   */
  readonly onEvent: (event: LineworkEvent) => void | Promise<void>;
  /** Where to begin if `store` has no position. Without both it is the oldest event that is kept. */
  readonly after?: number | undefined;
  readonly store?: PositionStore | undefined;
  /** Ends following. The event that is being handled is finished first. */
  readonly signal?: AbortSignal | undefined;
  /** Only events that match: `{ type: 'order.*', resourceId }`, as in the query of the feed. */
  readonly filter?: Omit<ListEventsQuery, 'after' | 'limit' | 'waitSeconds'> | undefined;
  /** Is called when the feed could not be read, before the next try. */
  readonly onRetry?: ((error: unknown, retryInMs: number) => void) | undefined;
}

interface FeedPage {
  readonly items: readonly LineworkEvent[];
  readonly meta: { readonly nextAfter: number; readonly hasMore: boolean };
}

/** The longest wait of the server for a new event. */
const waitSeconds = 25;
const pageSize = 100;
const pauseMs = 1_000;
const longestPauseMs = 60_000;

/** The part of `linework.events` that is written by hand. */
export class EventFeed {
  readonly #transport: Client['transport'];

  constructor(client: Client) {
    this.#transport = client.transport;
  }

  /**
   * Reads the feed from a position on, and goes on as events come, until the signal is aborted. The server holds a
   * request back while there is nothing new. A lost connection or a server that is down is waited for, and reading goes
   * on after the last event that was handled: none is left out, and after a crash the last one may come twice. A
   * position that the server no longer has ends it with an error.
   */
  async follow({ onEvent, after, store, signal, filter, onRetry }: FollowOptions): Promise<void> {
    let position = (await store?.load()) ?? after;
    while (!signal?.aborted) {
      const page = await this.#readPatiently({ ...filter, after: position }, { signal, onRetry });
      for (const event of page?.items ?? []) {
        if (signal?.aborted) return;
        await onEvent(event);
        position = event.position;
        await store?.save(position);
      }
      // What the filter excludes counts as read: a position that stands still would one day be older than the feed.
      const end = page?.meta.nextAfter ?? position;
      if (end !== position) await store?.save(end as number);
      position = end;
    }
  }

  /** Reads until there is an answer. Returns none when the signal is aborted. */
  async #readPatiently(
    query: object,
    { signal, onRetry }: Pick<FollowOptions, 'signal' | 'onRetry'>,
  ): Promise<FeedPage | undefined> {
    const startedAt = Date.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const page = await this.#read(query, signal);
        // A server that does not wait is not asked again at once.
        if (!page.meta.hasMore && page.items.length === 0 && Date.now() - startedAt < pauseMs)
          await sleep(pauseMs, signal);
        return page;
      } catch (error) {
        if (signal?.aborted) return undefined;
        const retryInMs = isTemporary(error)
          ? (retryDelay({ headers: headersOf(error), attempt, isRepeatable: true }) ?? longestPauseMs)
          : undefined;
        if (retryInMs === undefined) throw error;
        onRetry?.(error, retryInMs);
        await sleep(retryInMs, signal).catch(() => undefined);
      }
    }
  }

  async #read(query: object, signal: AbortSignal | undefined): Promise<FeedPage> {
    const request = { method: 'GET', path: '/events', query: { limit: pageSize, waitSeconds, ...query } };
    const { data } = await this.#transport.send(request, {
      signal,
      maxRetries: 0,
      timeoutMs: (waitSeconds + 30) * 1_000,
    });
    return data as FeedPage;
  }
}

function headersOf(error: unknown): Headers | undefined {
  return error instanceof ProblemError || error instanceof UnexpectedResponseError ? error.headers : undefined;
}

/** Whether the same request may succeed later. */
function isTemporary(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  const isOfServer = error instanceof ProblemError || error instanceof UnexpectedResponseError;
  return isOfServer && (error.status >= 500 || error.status === 429 || error.status === 408);
}

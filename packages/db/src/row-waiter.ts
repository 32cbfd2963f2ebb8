import { setTimeout as sleep } from 'node:timers/promises';
import { withoutOwner } from './broker-scope.ts';

export interface WaitLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Waits for rows of the database. It holds no connection while it waits. */
export interface RowWaiter {
  /**
   * Resolves when the row may have ended, when the time is over, or when the signal is aborted. The caller reads the
   * row afterwards.
   */
  waitForRow(id: string, limits: WaitLimits): Promise<void>;
}

/** One statement this often for all waiting requests of the process: 0.2 ms, and 0.5 ms for 100 orders. */
const pollMs = 100;

export interface RowWaiterOptions {
  /** Returns those of the rows that have ended. */
  readonly findEnded: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Receives the error of a poll. The next poll tries again. */
  readonly onError: (error: unknown) => void;
}

/** Creates a waiter that reads the database only while a request waits. */
export function createRowWaiter({ findEnded, onError }: RowWaiterOptions): RowWaiter {
  const waiting = new Map<string, Set<() => void>>();
  let isPolling = false;

  async function poll(): Promise<void> {
    for (const id of await findEnded([...waiting.keys()])) for (const resolve of waiting.get(id) ?? []) resolve();
  }

  async function pollWhileWaiting(): Promise<void> {
    while (waiting.size > 0) {
      await poll().catch(onError);
      await sleep(pollMs);
    }
    isPolling = false;
  }

  function add(id: string, resolve: () => void): void {
    waiting.set(id, (waiting.get(id) ?? new Set()).add(resolve));
    if (!isPolling) void withoutOwner('each waiting request was allowed to read its row', pollWhileWaiting);
    isPolling = true;
  }

  function remove(id: string, resolve: () => void): void {
    const others = waiting.get(id);
    others?.delete(resolve);
    if (others?.size === 0) waiting.delete(id);
  }

  return {
    async waitForRow(id, { timeoutMs, signal }) {
      const ended = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(timeoutMs))]);
      if (ended.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      ended.addEventListener('abort', () => resolve(), { once: true });
      add(id, resolve);
      await promise;
      remove(id, resolve);
    },
  };
}

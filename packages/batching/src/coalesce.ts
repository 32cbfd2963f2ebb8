interface WaitingItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface CoalesceOptions {
  /** The maximum number of items in one batch. */
  readonly limit: number;
  /** The maximum number of batches that run at the same time. */
  readonly concurrency?: number;
  /**
   * Whether an error of a batch also rejects the items that are still waiting. By default they wait for the next batch.
   */
  readonly rejectsWaiting?: (error: unknown) => boolean;
}

/**
 * Turns `handleBatch`, which handles many items at once, into a function that takes one item. While `concurrency`
 * batches are running, new items wait and form the next batch; otherwise an item is sent immediately. There is no
 * timer. `handleBatch` returns one result per item, in the same order. If it throws, all items of the batch are
 * rejected, and also the waiting items if `rejectsWaiting` says so.
 */
export function coalesce<Item, Result>(
  handleBatch: (items: readonly Item[]) => Promise<readonly Result[]>,
  { limit, concurrency = 1, rejectsWaiting = () => false }: CoalesceOptions,
): (item: Item) => Promise<Result> {
  let waiting: WaitingItem<Item, Result>[] = [];
  let activeBatches = 0;
  let isBusy = false;

  async function sendBatch(): Promise<void> {
    activeBatches += 1;
    // Items that arrive in the same turn of the event loop share a batch. If the last batch had many items, wait for
    // the rest of the turn; if items arrive one by one, wait only for the code that is already running.
    await (isBusy ? new Promise(setImmediate) : undefined);
    const batch = waiting.slice(0, limit);
    isBusy = batch.length > 1;
    waiting = waiting.slice(limit);
    try {
      const results = batch.length === 0 ? [] : await handleBatch(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of rejectsWaiting(error) ? [...batch, ...waiting.splice(0)] : batch) reject(error);
    } finally {
      activeBatches -= 1;
      if (waiting.length > 0) void sendBatch();
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (activeBatches < concurrency) void sendBatch();
    });
}

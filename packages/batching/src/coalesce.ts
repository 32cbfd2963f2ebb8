interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface CoalesceOptions {
  readonly limit: number;
  /** How many batches may be under way at once. */
  readonly concurrency?: number;
  /** Whether those who wait would fail with this error too, and are told so now. Without it they wait for a batch of their own. */
  readonly rejectsWaiting?: (error: unknown) => boolean;
}

/**
 * Turns `run`, which handles many items at once, into a function of one item. While as many batches as there are lanes
 * are under way, the items that arrive wait and then go together; with a free lane an item goes at once. No timer.
 * `run` answers one result per item, in their order; when it throws, every item of that batch fails with the error,
 * and those who wait as well where `failsWaiting` says so.
 */
export function coalesce<Item, Result>(
  handleBatch: (items: readonly Item[]) => Promise<readonly Result[]>,
  { limit, concurrency = 1, rejectsWaiting = () => false }: CoalesceOptions,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let activeBatches = 0;
  let isBusy = false;

  async function sendBatch(): Promise<void> {
    activeBatches += 1;
    // Items that are handed over in the same instant go together. Where many come at once it is worth the rest of this turn of
    // the event loop; where they come one by one only what runs on already is waited for.
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

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface NaturalBatchOptions {
  readonly most: number;
  /** How many batches may be under way at once. */
  readonly lanes?: number;
  /** Whether those who wait would fail with this error too, and are told so now. Without it they wait for a batch of their own. */
  readonly failsWaiting?: (error: unknown) => boolean;
}

/**
 * Turns `run`, which handles many items at once, into a function of one item. While as many batches as there are lanes
 * are under way, the items that arrive wait and then go together; with a free lane an item goes at once. No timer.
 * `run` answers one result per item, in their order; when it throws, every item of that batch fails with the error,
 * and those who wait as well where `failsWaiting` says so.
 */
export function naturalBatch<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most, lanes = 1, failsWaiting = () => false }: NaturalBatchOptions,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let isBusy = false;

  async function send(): Promise<void> {
    underWay += 1;
    // Items that are handed over in the same instant go together. Where many come at once it is worth the rest of this turn of
    // the event loop; where they come one by one only what runs on already is waited for.
    await (isBusy ? new Promise(setImmediate) : undefined);
    const batch = waiting.slice(0, most);
    isBusy = batch.length > 1;
    waiting = waiting.slice(most);
    try {
      const results = batch.length === 0 ? [] : await run(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      for (const { reject } of failsWaiting(error) ? [...batch, ...waiting.splice(0)] : batch) reject(error);
    } finally {
      underWay -= 1;
      if (waiting.length > 0) void send();
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (underWay < lanes) void send();
    });
}

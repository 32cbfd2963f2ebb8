import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** A chunk of items that take ten microseconds each blocks the event loop for a few milliseconds. */
const defaultChunkSize = 250;

/**
 * Handles each item in order and yields to the event loop between chunks, so that many items do not block other work.
 */
export async function forEachInChunks<Item>(
  items: readonly Item[],
  handleItem: (item: Item, index: number) => void,
  chunkSize = defaultChunkSize,
): Promise<void> {
  for (let from = 0; from < items.length; from += chunkSize) {
    if (from > 0) await yieldToEventLoop();
    for (let index = from; index < Math.min(from + chunkSize, items.length); index += 1)
      handleItem(items[index] as Item, index);
  }
}

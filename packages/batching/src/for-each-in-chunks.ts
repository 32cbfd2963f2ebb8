import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Some milliseconds of work for what takes ten microseconds an item. */
const defaultChunkSize = 250;

/** Does something with each item in order, and lets the event loop turn between pieces of them, so that many items hold up nobody else. */
export async function forEachInChunks<Item>(
  items: readonly Item[],
  handleItem: (item: Item, index: number) => void,
  chunkSize = defaultChunkSize,
): Promise<void> {
  for (let from = 0; from < items.length; from += chunkSize) {
    if (from > 0) await yieldToEventLoop();
    for (let index = from; index < Math.min(from + chunkSize, items.length); index += 1) handleItem(items[index] as Item, index);
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Some milliseconds of work for what takes ten microseconds an item. */
const usualPiece = 250;

/** Does something with each item in order, and lets the event loop turn between pieces of them, so that many items hold up nobody else. */
export async function eachInPieces<Item>(items: readonly Item[], work: (item: Item, at: number) => void, piece = usualPiece): Promise<void> {
  for (let from = 0; from < items.length; from += piece) {
    if (from > 0) await nextTurn();
    for (let at = from; at < Math.min(from + piece, items.length); at += 1) work(items[at] as Item, at);
  }
}

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random choices from a seed. The same seed gives the same choices, but not the same timing. */
export interface Chance {
  /** Returns an integer from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** Returns true with this probability in per cent. */
  happens(percent: number): boolean;
  oneOf<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): readonly Item[];
}

/**
 * Creates the choices of one seed. Each concurrent user needs its own seed, so that its choices do not depend on the
 * timing of the others.
 */
export function createChance(seed: number): Chance {
  const generator = xoroshiro128plus(seed);
  const between = (min: number, max: number) => uniformInt(generator, min, max);
  return {
    between,
    happens: (percent) => between(1, 100) <= percent,
    oneOf(items) {
      if (items.length === 0) throw new Error('There are no items to choose from.');
      return items[between(0, items.length - 1)] as (typeof items)[number];
    },
    shuffled(items) {
      const remaining = [...items];
      return items.map(() => remaining.splice(between(0, remaining.length - 1), 1)[0] as (typeof items)[number]);
    },
  };
}

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Choices that a seed repeats. What the machine does in between it does not repeat. */
export interface Chance {
  /** A whole number from `least` to `most`, both among them. */
  between(min: number, max: number): number;
  /** True in so many of a hundred. */
  happens(percent: number): boolean;
  oneOf<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): readonly Item[];
}

/** Makes the choices of one seed. Whoever chooses beside others takes a seed of its own, so that nobody depends on who came first. */
export function createChance(seed: number): Chance {
  const generator = xoroshiro128plus(seed);
  const between = (min: number, max: number) => uniformInt(generator, min, max);
  return {
    between,
    happens: (percent) => between(1, 100) <= percent,
    oneOf(items) {
      if (items.length === 0) throw new Error('There is nothing to choose from.');
      return items[between(0, items.length - 1)] as (typeof items)[number];
    },
    shuffled(items) {
      const remaining = [...items];
      return items.map(() => remaining.splice(between(0, remaining.length - 1), 1)[0] as (typeof items)[number]);
    },
  };
}

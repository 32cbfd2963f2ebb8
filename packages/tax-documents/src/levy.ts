import { fixed, percentInCents } from './decimal.ts';
import type { Levy } from './item.ts';

/** What a rate in percent comes to on a base, rounded half-even to cents. */
export function levy(base: string, rate: string): Levy {
  return { base: fixed(base, 2), rate, amount: percentInCents(base, rate) };
}

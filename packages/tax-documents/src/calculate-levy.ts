import { formatDecimal, percentToCents } from './model/decimal.ts';
import type { Levy } from './model/item.ts';

/** The amount of a rate in percent on a base, rounded half-even to cents. */
export function calculateLevy(base: string, rate: string): Levy {
  return { base: formatDecimal(base, 2), rate, amount: percentToCents(base, rate) };
}

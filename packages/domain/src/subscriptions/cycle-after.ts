import { type Cycle, type CyclePattern, cycleOf } from '../billing/cycle.ts';
import type { Billable } from './claim-billable.ts';

/** Where the cycles of a subscription begin and end: they are counted from the activation. */
export function patternOf({ frequency, customPeriodDays, anchorDay, activatedOn }: Billable): CyclePattern {
  return { frequency, customPeriodDays, anchorDay, startDay: activatedOn };
}

/**
 * The cycle that follows the one under way, with its number; undefined where the subscription ends before it. Cycles that lie
 * in its last pause as a whole are passed over: they are neither begun nor invoiced.
 */
export function cycleAfter(billable: Billable): (Cycle & { readonly cycle: number }) | undefined {
  for (let cycle = billable.cycle + 1; ; cycle += 1) {
    const next = cycleOf(patternOf(billable), cycle);
    if (billable.endDay !== null && next.from >= billable.endDay) return undefined;
    if (!isPassedOver(billable, next)) return { cycle, ...next };
  }
}

function isPassedOver({ pausedOn, resumedOn }: Billable, { from, until }: Cycle): boolean {
  return pausedOn !== null && resumedOn !== null && from > pausedOn && until <= resumedOn;
}

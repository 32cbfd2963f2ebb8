import { addDays, earlierOf } from '../billing/civil-day.ts';
import { type Cycle, type CyclePattern, cycleOf } from '../billing/cycle.ts';
import { type Days, daysGiven } from '../billing/days-given.ts';
import type { Billable } from './claim-billable.ts';

/** Where the cycles of a subscription begin and end: they are counted from the activation. */
export function patternOf({ frequency, customPeriodDays, anchorDay, activatedOn }: Billable): CyclePattern {
  return { frequency, customPeriodDays, anchorDay, startDay: activatedOn };
}

/**
 * The cycle that follows the one under way, with its number; undefined where the subscription ends before it. Cycles of which pauses
 * leave no day are passed over: they are neither begun nor invoiced.
 */
export function cycleAfter(billable: Billable): (Cycle & { readonly cycle: number }) | undefined {
  for (let cycle = billable.cycle + 1; ; cycle += 1) {
    const next = cycleOf(patternOf(billable), cycle);
    if (billable.endDay !== null && next.from >= billable.endDay) return undefined;
    if (daysGiven(daysOf(billable, next), billable.pauses) > 0) return { cycle, ...next };
  }
}

/** The days of a cycle up to the end of the subscription: the day on which it ends is none of them, but one day always is. */
export function daysOf({ endDay }: Pick<Billable, 'endDay'>, { from, until }: Cycle): Days {
  return { from, until: endDay === null ? until : earlierOf(until, endDay > from ? endDay : addDays(from, 1)) };
}

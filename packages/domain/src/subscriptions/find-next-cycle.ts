import { addDays, earlierDay } from '../billing/civil-day.ts';
import { countServiceDays, type DayRange } from '../billing/count-service-days.ts';
import { type Cycle, type CyclePattern, calculateCycle } from '../billing/cycle.ts';
import type { BillableSubscription } from './lock-billable-subscriptions.ts';

/** Where the cycles of a subscription begin and end: they are counted from the activation. */
export function toCyclePattern({ frequency, customPeriodDays, anchorDay, activatedOn }: BillableSubscription): CyclePattern {
  return { frequency, customPeriodDays, anchorDay, startDay: activatedOn };
}

/**
 * The cycle that follows the one under way, with its number; undefined where the subscription ends before it. Cycles of which pauses
 * leave no day are passed over: they are neither begun nor invoiced.
 */
export function findNextCycle(subscription: BillableSubscription): (Cycle & { readonly cycle: number }) | undefined {
  for (let cycle = subscription.cycle + 1; ; cycle += 1) {
    const next = calculateCycle(toCyclePattern(subscription), cycle);
    if (subscription.endDay !== null && next.from >= subscription.endDay) return undefined;
    if (countServiceDays(clipCycleToEnd(subscription, next), subscription.pauses) > 0) return { cycle, ...next };
  }
}

/** The days of a cycle up to the end of the subscription: the day on which it ends is none of them, but one day always is. */
export function clipCycleToEnd({ endDay }: Pick<BillableSubscription, 'endDay'>, { from, until }: Cycle): DayRange {
  return { from, until: endDay === null ? until : earlierDay(until, endDay > from ? endDay : addDays(from, 1)) };
}

import { addDays, earlierDay } from '@linework/billing/civil-day';
import { countServiceDays, type DayRange } from '@linework/billing/count-service-days';
import { type Cycle, type CyclePattern, calculateCycle } from '@linework/billing/cycle';
import type { BillableSubscription } from './lock-billable-subscriptions.ts';

/** The cycles of a subscription are counted from its activation. */
export function toCyclePattern({
  frequency,
  customPeriodDays,
  anchorDay,
  activatedOn,
}: BillableSubscription): CyclePattern {
  return { frequency, customPeriodDays, anchorDay, startDay: activatedOn };
}

/**
 * Finds the cycle after the current one, with its number; undefined if the subscription ends before it. Cycles that are
 * paused on every day are skipped: they are neither started nor invoiced.
 */
export function findNextCycle(subscription: BillableSubscription): (Cycle & { readonly cycle: number }) | undefined {
  for (let cycle = subscription.cycle + 1; ; cycle += 1) {
    const next = calculateCycle(toCyclePattern(subscription), cycle);
    if (subscription.endDay !== null && next.from >= subscription.endDay) return undefined;
    if (countServiceDays(clipCycleToEnd(subscription, next), subscription.pauses) > 0) return { cycle, ...next };
  }
}

/**
 * The days of a cycle up to the end of the subscription. The end day itself is excluded, but at least one day remains.
 */
export function clipCycleToEnd({ endDay }: Pick<BillableSubscription, 'endDay'>, { from, until }: Cycle): DayRange {
  return { from, until: endDay === null ? until : earlierDay(until, endDay > from ? endDay : addDays(from, 1)) };
}

import type { BillingFrequency } from '@linework/schemas/subscriptions/billing-cycle';
import { addDays, daysBetween, toDate, toDay } from './civil-day.ts';

/** The rule that determines where the cycles of a subscription begin and end. */
export interface CyclePattern {
  readonly frequency: BillingFrequency;
  /** Only with CUSTOM. */
  readonly customPeriodDays?: number | null | undefined;
  /** A day on which a period begins; it may be before or after the first cycle. */
  readonly anchorDay: string;
  /** The first day of the first cycle, which ends with the period that contains it. Defaults to the anchor. */
  readonly startDay?: string | undefined;
}

export interface Cycle {
  readonly from: string;
  /** The day after the last one. */
  readonly until: string;
  /** The length of the whole period. A first cycle may be only the end of a period. */
  readonly wholeDays: number;
}

const daysPerPeriod: Partial<Record<BillingFrequency, number>> = { DAILY: 1, WEEKLY: 7 };
const monthsPerPeriod: Partial<Record<BillingFrequency, number>> = {
  MONTHLY: 1,
  QUARTERLY: 3,
  SEMIANNUAL: 6,
  YEARLY: 12,
};

/**
 * Calculates a cycle by its number, from 1. In a month that is too short for the anchor's day, the period boundary is
 * the last day of the month.
 */
export function calculateCycle(pattern: CyclePattern, number: number): Cycle {
  const { anchorDay, startDay = anchorDay } = pattern;
  const period = findPeriodNumber(pattern, startDay) + number - 1;
  const [begins, until] = [findPeriodStart(pattern, period), findPeriodStart(pattern, period + 1)];
  return { from: number === 1 ? startDay : begins, until, wholeDays: daysBetween(begins, until) };
}

/** The number of the cycle that contains a day. The day must not be before the first cycle. */
export function findCycleNumber(pattern: CyclePattern, day: string): number {
  const { anchorDay, startDay = anchorDay } = pattern;
  return findPeriodNumber(pattern, day) - findPeriodNumber(pattern, startDay) + 1;
}

/**
 * Finds the anchor for cycles that begin on a day of the month from 1 to 31. The anchor is in a month that has that
 * day, some periods before the first such day after the start. So a short month shortens only its own cycle.
 */
export function findAnchorDay(
  billingDay: number,
  { frequency, startDay }: { readonly frequency: BillingFrequency; readonly startDay: string },
): string {
  const step = monthsPerPeriod[frequency];
  if (step === undefined) return startDay;
  const first =
    [0, 1].map((monthsAhead) => moveToMonth(startDay, monthsAhead, billingDay)).find((day) => day >= startDay) ??
    startDay;
  // The last twelve periods cover every month in which a period can begin, and a leap year.
  const candidates = Array.from({ length: 12 }, (_, periodsBack) =>
    moveToMonth(first, -periodsBack * step, billingDay),
  );
  return candidates.reduce((best, day) => (day.slice(8) > best.slice(8) ? day : best), first);
}

/** The number of the period that contains a day; the anchor begins period 0. */
function findPeriodNumber(pattern: CyclePattern, day: string): number {
  // The estimate is at most one period off: months have 28 to 31 days.
  let period = Math.floor(daysBetween(pattern.anchorDay, day) / averagePeriodDays(pattern));
  while (findPeriodStart(pattern, period) > day) period -= 1;
  while (findPeriodStart(pattern, period + 1) <= day) period += 1;
  return period;
}

function averagePeriodDays({ frequency, customPeriodDays }: CyclePattern): number {
  return customPeriodDays ?? daysPerPeriod[frequency] ?? 30.44 * (monthsPerPeriod[frequency] ?? 1);
}

/** The first day of a period. */
function findPeriodStart({ frequency, customPeriodDays, anchorDay }: CyclePattern, period: number): string {
  const months = monthsPerPeriod[frequency];
  if (months !== undefined) return moveToMonth(anchorDay, period * months, Number(anchorDay.slice(8)));
  const days = customPeriodDays ?? daysPerPeriod[frequency];
  if (days === undefined) throw new RangeError('`customPeriodDays` is required for the frequency CUSTOM.');
  return addDays(anchorDay, period * days);
}

/** Moves a day by a number of months to a day of the month, or to the last day of a shorter month. */
function moveToMonth(day: string, months: number, dayInMonth: number): string {
  const date = toDate(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(new Date(Date.UTC(year, month, Math.min(dayInMonth, last))));
}

import type { BillingFrequency } from '@linework/schemas/subscriptions/billing-cycle';
import { addDays, daysBetween, toDate, toDay } from './civil-day.ts';

/** Where the cycles of a subscription begin and end. */
export interface CyclePattern {
  readonly frequency: BillingFrequency;
  /** With CUSTOM only. */
  readonly customPeriodDays?: number | null | undefined;
  /** A day on which a period begins, whether or not it is before the first cycle. */
  readonly anchorDay: string;
  /** The first day of the first cycle, which ends where the period around it ends; the anchor where it is left out. */
  readonly startDay?: string | undefined;
}

export interface Cycle {
  readonly from: string;
  /** The day after its last. */
  readonly until: string;
  /** The days of the whole period that it is, or, as a first cycle, may be only the rest of. */
  readonly wholeDays: number;
}

const daysPerPeriod: Partial<Record<BillingFrequency, number>> = { DAILY: 1, WEEKLY: 7 };
const monthsPerPeriod: Partial<Record<BillingFrequency, number>> = { MONTHLY: 1, QUARTERLY: 3, SEMIANNUAL: 6, YEARLY: 12 };

/** The cycle of that number, from 1. Months that are too short for the day of the anchor end a period on their last one. */
export function calculateCycle(pattern: CyclePattern, number: number): Cycle {
  const { anchorDay, startDay = anchorDay } = pattern;
  const period = findPeriodNumber(pattern, startDay) + number - 1;
  const [begins, until] = [findPeriodStart(pattern, period), findPeriodStart(pattern, period + 1)];
  return { from: number === 1 ? startDay : begins, until, wholeDays: daysBetween(begins, until) };
}

/** The number of the cycle that a day, not before the first, is in. */
export function findCycleNumber(pattern: CyclePattern, day: string): number {
  const { anchorDay, startDay = anchorDay } = pattern;
  return findPeriodNumber(pattern, day) - findPeriodNumber(pattern, startDay) + 1;
}

/**
 * The anchor of cycles that begin on a day of the month from 1 to 31: of a month that has that day, a number of periods before the
 * first such day after the start, so that what a short month cuts off comes back in a long one.
 */
export function findAnchorDay(billingDay: number, { frequency, startDay }: { readonly frequency: BillingFrequency; readonly startDay: string }): string {
  const step = monthsPerPeriod[frequency];
  if (step === undefined) return startDay;
  const first = [0, 1].map((monthsAhead) => moveToMonth(startDay, monthsAhead, billingDay)).find((day) => day >= startDay) ?? startDay;
  // Twelve periods back there was every month that they begin in, and a leap year.
  const candidates = Array.from({ length: 12 }, (_, periodsBack) => moveToMonth(first, -periodsBack * step, billingDay));
  return candidates.reduce((best, day) => (day.slice(8) > best.slice(8) ? day : best), first);
}

/** The period, counted from that of the anchor as 0, that a day is in. */
function findPeriodNumber(pattern: CyclePattern, day: string): number {
  // The guess is never more than one period off: months are 28 to 31 days long.
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
  if (days === undefined) throw new RangeError('Cycles of a custom period need its days.');
  return addDays(anchorDay, period * days);
}

/** A day of the month so many months from that of `day`, or the last that it has. */
function moveToMonth(day: string, months: number, dayInMonth: number): string {
  const date = toDate(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(new Date(Date.UTC(year, month, Math.min(dayInMonth, last))));
}

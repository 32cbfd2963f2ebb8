import { daysBetween, earlierDay, laterDay } from './civil-day.ts';
import type { Cycle } from './cycle.ts';
import type { Share } from './prorate.ts';

/** A range of days; `until` is exclusive. */
export interface DayRange {
  readonly from: string;
  readonly until: string;
}

/** Counts the days of a range that are not paused. Pauses do not overlap. */
export function countServiceDays(days: DayRange, pauses: readonly DayRange[]): number {
  const paused = pauses.map((pause) =>
    countDays({ from: laterDay(days.from, pause.from), until: earlierDay(days.until, pause.until) }),
  );
  return paused.reduce((remaining, each) => remaining - each, countDays(days));
}

export interface ShareTerms {
  readonly cycle: Cycle;
  /** Without proration a short first cycle costs as much as a whole one. */
  readonly isProrated: boolean;
  readonly pauses: readonly DayRange[];
}

/**
 * Calculates the share of a cycle's price for a range of its days. `daysBefore` are the service days before the range.
 */
export function calculateShare({ cycle, isProrated, pauses }: ShareTerms, days: DayRange): Share {
  const cycleDays = countDays(cycle);
  const wholeDays = isProrated ? cycle.wholeDays : cycleDays;
  const daysBefore = wholeDays - cycleDays + countServiceDays({ from: cycle.from, until: days.from }, pauses);
  return { usedDays: countServiceDays(days, pauses), wholeDays, daysBefore };
}

const countDays = ({ from, until }: DayRange) => Math.max(0, daysBetween(from, until));

import { daysBetween, earlierDay, laterDay } from './civil-day.ts';
import type { Cycle } from './cycle.ts';
import type { Share } from './prorate.ts';

/** Days from one to another, which is not one of them. */
export interface DayRange {
  readonly from: string;
  readonly until: string;
}

/** How many of these days nothing interrupted. Pauses do not overlap. */
export function countServiceDays(days: DayRange, pauses: readonly DayRange[]): number {
  const paused = pauses.map((pause) => countDays({ from: laterDay(days.from, pause.from), until: earlierDay(days.until, pause.until) }));
  return paused.reduce((remaining, each) => remaining - each, countDays(days));
}

export interface ShareTerms {
  readonly cycle: Cycle;
  /** A short first cycle is charged like a whole one unless it was agreed otherwise. */
  readonly isProrated: boolean;
  readonly pauses: readonly DayRange[];
}

/** Which share of the price of a whole cycle some of its days are: those that were given, after those that were given before them. */
export function calculateShare({ cycle, isProrated, pauses }: ShareTerms, days: DayRange): Share {
  const cycleDays = countDays(cycle);
  const wholeDays = isProrated ? cycle.wholeDays : cycleDays;
  const daysBefore = wholeDays - cycleDays + countServiceDays({ from: cycle.from, until: days.from }, pauses);
  return { usedDays: countServiceDays(days, pauses), wholeDays, daysBefore };
}

const countDays = ({ from, until }: DayRange) => Math.max(0, daysBetween(from, until));

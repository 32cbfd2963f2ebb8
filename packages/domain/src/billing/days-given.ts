import { daysBetween, earlierOf, laterOf } from './civil-day.ts';
import type { Cycle } from './cycle.ts';
import type { Share } from './prorate.ts';

/** Days from one to another, which is not one of them. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** How many of these days nothing interrupted. Pauses do not overlap. */
export function daysGiven(days: Days, pauses: readonly Days[]): number {
  const paused = pauses.map((pause) => length({ from: laterOf(days.from, pause.from), until: earlierOf(days.until, pause.until) }));
  return paused.reduce((given, each) => given - each, length(days));
}

export interface CycleGiven {
  readonly cycle: Cycle;
  /** A short first cycle is charged like a whole one unless it was agreed otherwise. */
  readonly isShared: boolean;
  readonly pauses: readonly Days[];
}

/** Which share of the price of a whole cycle some of its days are: those that were given, after those that were given before them. */
export function shareOf({ cycle, isShared, pauses }: CycleGiven, days: Days): Share {
  const cycleDays = length(cycle);
  const wholeDays = isShared ? cycle.wholeDays : cycleDays;
  const daysBefore = wholeDays - cycleDays + daysGiven({ from: cycle.from, until: days.from }, pauses);
  return { usedDays: daysGiven(days, pauses), wholeDays, daysBefore };
}

const length = ({ from, until }: Days) => Math.max(0, daysBetween(from, until));

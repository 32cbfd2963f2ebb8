import { timeZone } from '@linework/schemas/values/time-zone';

// Billing uses calendar days in the time zone of São Paulo, such as "2026-11-21".

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
const hourMs = 3_600_000;
const quarterMs = hourMs / 4;

/**
 * Days are cached because formatting takes 8 us, which is most of the time that a batch of usage takes to be counted.
 */
const cachedDays = new Map<number, string>();
const cacheLimit = 10_000;
/** Before 1914 the offset of São Paulo was not a multiple of a quarter of an hour. */
const wholeQuartersSinceMs = Date.UTC(1914, 0, 2);
const dayMs = 24 * hourMs;

/** The day in São Paulo, YYYY-MM-DD, of an instant. */
export function toCivilDay(instant: Date): string {
  if (!(instant.getTime() >= wholeQuartersSinceMs)) return dayFormat.format(instant);
  const quarter = Math.floor(instant.getTime() / quarterMs);
  const cached = cachedDays.get(quarter);
  if (cached !== undefined) return cached;
  if (cachedDays.size >= cacheLimit) cachedDays.clear();
  const day = dayFormat.format(instant);
  cachedDays.set(quarter, day);
  return day;
}

/**
 * The first instant of a day in São Paulo. It is not midnight if daylight saving time began at midnight, as it did
 * until 2018.
 */
export function startOfDay(day: string): Date {
  const noon = toDate(day).getTime() + 12 * hourMs;
  // A day begins 3 to 15 hours before its noon in UTC: find the first quarter of an hour that belongs to it.
  let earliest = noon - 15 * hourMs;
  while (toCivilDay(new Date(earliest)) < day) earliest += quarterMs;
  return new Date(earliest);
}

/** Adds days to a day; a negative number goes back. */
export function addDays(day: string, days: number): string {
  return toDay(new Date(toDate(day).getTime() + days * dayMs));
}

/** Counts the days from one day to another, excluding the last. */
export function daysBetween(from: string, until: string): number {
  return (toDate(until).getTime() - toDate(from).getTime()) / dayMs;
}

/** Converts a day to the form that Prisma uses for columns of type date: midnight in UTC. */
export function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Converts such a date back to a day. */
export function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The earlier of two days. */
export function earlierDay(one: string, other: string): string {
  return one < other ? one : other;
}

/** The later of two days. */
export function laterDay(one: string, other: string): string {
  return one > other ? one : other;
}

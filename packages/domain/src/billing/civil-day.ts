/** A day in Sao Paulo, "2026-11-21". All billing goes by these. */
const timeZone = 'America/Sao_Paulo';

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
const hourMs = 3_600_000;
const quarterMs = hourMs / 4;

/** Formatting takes 8 us, which is most of the time that a batch of usage takes to be counted. */
const cachedDays = new Map<number, string>();
const cacheLimit = 10_000;
/** Until 1914 the clocks of Sao Paulo were no whole quarters of an hour behind. */
const wholeQuartersSinceMs = Date.UTC(1914, 0, 2);
const dayMs = 24 * hourMs;

/** The day, YYYY-MM-DD, that an instant belongs to in Sao Paulo. */
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
 * The first instant of a day in Sao Paulo. That is no midnight where the clocks were put forward at midnight, as they were
 * until 2018.
 */
export function startOfDay(day: string): Date {
  const noon = toDate(day).getTime() + 12 * hourMs;
  // Between 3 and 15 hours before any noon in UTC the day begins: look for the first quarter of an hour that is in it.
  let earliest = noon - 15 * hourMs;
  while (toCivilDay(new Date(earliest)) < day) earliest += quarterMs;
  return new Date(earliest);
}

/** The day so many days later, or earlier where it is negative. */
export function addDays(day: string, days: number): string {
  return toDay(new Date(toDate(day).getTime() + days * dayMs));
}

/** How many days there are from one to the other, which is not counted itself. */
export function daysBetween(from: string, until: string): number {
  return (toDate(until).getTime() - toDate(from).getTime()) / dayMs;
}

/** A day as Prisma takes and gives columns of type date: midnight in UTC. */
export function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The day of such a date. */
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

/** A receiver can ask for a pause of a day at most. */
const limitMs = 86_400_000;

/** The pause of a `Retry-After`, in seconds or as a date; undefined where it cannot be read. */
export function readRetryAfterMs(header: string | readonly string[] | undefined, nowMs: number): number | undefined {
  const text = typeof header === 'string' ? header.trim() : undefined;
  if (text === undefined || text === '') return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), limitMs);
}

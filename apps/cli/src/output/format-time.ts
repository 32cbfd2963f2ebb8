/** A time in UTC that people read: `16:39:11.692Z` of today, `2026-11-24 16:39:11Z` of another day. */
export function formatTime(time: string, now: number = Date.now()): string {
  const day = time.slice(0, 10);
  return new Date(now).toISOString().startsWith(day) ? `${time.slice(11, 23)}Z` : `${day} ${time.slice(11, 19)}Z`;
}

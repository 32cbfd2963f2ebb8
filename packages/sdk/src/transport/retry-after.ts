/**
 * Reads the header `Retry-After`: whole seconds or a date (RFC 9110), as milliseconds from now on; undefined where it
 * is absent or cannot be read.
 */
export function readRetryAfter(header: string | null | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Other texts that `Date.parse` accepts, such as `-5`, are no dates of HTTP.
  const ms = text.endsWith(' GMT') ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

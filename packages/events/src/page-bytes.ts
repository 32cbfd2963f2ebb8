/** A page of events has at most so many bytes of details, and at least one event. */
export const pageLimitBytes = 1024 * 1024;

/**
 * Adds to the rows of a query with `details` their `bytes`, the bytes of the rows before in this order, and the number
 * `found` of all rows. A page is the rows with `bytesBefore` under the limit.
 */
export const withBytes = (
  rows: string,
  order: string,
) => `SELECT q.*, sum(q.bytes) OVER (ORDER BY ${order}) - q.bytes AS "bytesBefore",
      count(*) OVER ()::int AS found
    FROM (
      SELECT s.*, octet_length(s.details::text) AS bytes
      FROM (
        ${rows}
      ) AS s
    ) AS q`;

interface Sized {
  readonly bytes: number;
}

/** The first of these events that make a page. */
export function takePage<Event extends Sized>(events: readonly Event[], limit: number): readonly Event[] {
  let bytes = 0;
  const end = events.findIndex((event, index) => {
    if (index === limit || bytes >= pageLimitBytes) return true;
    bytes += event.bytes;
    return false;
  });
  return end === -1 ? events : events.slice(0, end);
}

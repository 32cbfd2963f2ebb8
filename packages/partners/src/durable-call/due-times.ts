/**
 * In SQL: now, truncated to the milliseconds that are stored. A column would round it, and so lie in the future, and a
 * wait that is told from there would be a second longer.
 */
export const dueNow = "date_trunc('milliseconds', now())";

/**
 * In SQL: the due date of a record whose calls have stopped. A notification of its partner still makes it due at once.
 */
export const stoppedDueAt = "'9999-12-31'::timestamptz";

/** In SQL: when to check again for a condition on our side, one second at first and one minute at most. */
export const shortBackoff = "now() + least(interval '1 min', interval '1 s' * 2 ^ least(attempt - 1, 6))";

/** The wait before the next call. It doubles with each call. */
export interface Backoff {
  readonly firstSeconds: number;
  readonly limitSeconds: number;
}

/** In SQL: the seconds to wait after so many calls, `:failures`, or else after the attempts of the record. */
export const backoffSeconds = ({ firstSeconds, limitSeconds }: Backoff): string =>
  `least(${limitSeconds}, ${firstSeconds} * 2 ^ least(coalesce(:failures, attempt) - 1, 12))`;

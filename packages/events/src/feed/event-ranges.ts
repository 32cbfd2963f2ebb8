/**
 * A row of `event_range` gives positions to events whose numbers follow one another: the first has `first_seq` and
 * `first_position`, and each next one has one more of both. So most events need no row of their own.
 *
 * A range has at most this many events, so that a page that begins inside a range reads little in vain.
 */
export const rangeLimit = 1_000;

/** The position of an event `e` of the range `r`. */
export const positionInRange = 'r.first_position + e.seq - r.first_seq';

/**
 * Whether the range `r` has the event `e`. The exclusion constraint of the ranges is the index that finds the range of
 * an event.
 */
export const rangeHasEvent = 'int8range(r.first_seq, r.first_seq + r.event_count) @> e.seq';

/** The events of the range `r` after a position, by the primary key. The limit tells the planner how few they are. */
export const eventsOfRange = (after: string) => `LATERAL (
      SELECT *
      FROM event
      WHERE seq >= r.first_seq AND seq < r.first_seq + r.event_count AND seq > r.first_seq - r.first_position + ${after}
      ORDER BY seq
      LIMIT ${rangeLimit}
    )`;

/**
 * The first position of the range in which the events after a position begin. Ranges from there on are read in the
 * order of an index.
 */
export const firstRangeAfter = (after: string) =>
  `coalesce((SELECT max(first_position) FROM event_range WHERE first_position <= ${after} + 1), 0)`;

-- One row for events whose numbers follow one another, in place of one row for each event.
CREATE TABLE "event_range" (
    "first_position" BIGINT NOT NULL,
    "first_seq" BIGINT NOT NULL,
    "event_count" INTEGER NOT NULL,

    CONSTRAINT "event_range_pkey" PRIMARY KEY ("first_position")
);

-- From here on by hand: what Prisma's schema cannot say.

ALTER TABLE "event_range" ADD CONSTRAINT "positions_begin_at_1" CHECK (first_position > 0);
ALTER TABLE "event_range" ADD CONSTRAINT "a_range_has_1_to_1000_events" CHECK (event_count BETWEEN 1 AND 1000);
-- The index of this constraint also finds the range of an event.
ALTER TABLE "event_range" ADD CONSTRAINT "one_position_per_event" EXCLUDE USING gist (int8range(first_seq, first_seq + event_count) WITH &&);
ALTER TABLE "event_range" ADD CONSTRAINT "one_event_per_position" EXCLUDE USING gist (int8range(first_position, first_position + event_count) WITH &&);

-- Positions that exist keep their events. A range ends where the next position does not have the next number.
INSERT INTO "event_range" (first_position, first_seq, event_count)
SELECT min(position), min(seq), count(*)
FROM (
  SELECT position, seq, range, row_number() OVER (PARTITION BY range ORDER BY position) AS number
  FROM (
    SELECT position, seq, count(*) FILTER (WHERE is_first) OVER (ORDER BY position) AS range
    FROM (
      SELECT position, seq, (position - 1, seq - 1) IS DISTINCT FROM (lag(position) OVER w, lag(seq) OVER w) AS is_first
      FROM "event_position"
      WINDOW w AS (ORDER BY position)
    ) AS p
  ) AS p
) AS p
GROUP BY range, (number - 1) / 1000;

-- squawk-ignore ban-drop-table
DROP TABLE "event_position";

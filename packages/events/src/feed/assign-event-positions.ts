import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { rangeHasEvent, rangeLimit } from './event-ranges.ts';

const hasNewEvents = "s.open_transactions <> '{}' OR (SELECT max(seq) FROM event) > s.newest_seq";

/** In SQL: true if events may have no position. */
export const anyEventIsNew = `EXISTS (SELECT FROM event_sequencer s WHERE ${hasNewEvents})`;

/** The transactions of the last time that have ended. */
const endedTransactions = `
    SELECT o.id::text::xid8 AS id, o.after
    FROM sequencer s, unnest(s.open_transactions, s.open_after) AS o(id, after)
    WHERE s.transaction_id > s.own OR pg_visible_in_snapshot(o.id::text::xid8, pg_current_snapshot())`;

/**
 * Their events. After a restore a transaction may have the id of an earlier one, whose events have positions. The
 * lookup is one by one.
 */
const lateEvents = `
    SELECT e.seq
    FROM event e
    WHERE e.seq > (SELECT min(after) FROM ended)
      AND e.seq <= (SELECT newest_seq FROM sequencer)
      AND e.transaction_id = ANY(ARRAY(SELECT id FROM ended))
      AND (SELECT r.first_seq FROM event_range r WHERE ${rangeHasEvent}) IS NULL`;

/**
 * The transactions below `own` that this statement does not see. One that is not known yet has its id from after the
 * last time.
 */
const openTransactions = `
    SELECT x.id, coalesce(o.after, s.newest_seq) AS after
    FROM sequencer s
    CROSS JOIN LATERAL (
      SELECT pg_snapshot_xip(pg_current_snapshot())::text::bigint
      UNION SELECT generate_series(pg_snapshot_xmax(pg_current_snapshot())::text::bigint, s.own - 1)
    ) AS x(id)
    LEFT JOIN LATERAL unnest(s.open_transactions, s.open_after) AS o(id, after) ON o.id = x.id
      AND s.transaction_id < s.own`;

/**
 * About what 50 ms of a busy system write; the statement then takes about 60 ms. A backlog is worked off in such
 * chunks.
 */
const chunkSize = 20_000;

/**
 * No index serves this. `newest_seq` is the number up to which every event that was visible last time has a position,
 * so `further` reads only what is new. An event that was not visible last time belongs to a transaction that was open:
 * those are in `open_transactions`, each with a number that its events exceed, because an event takes its number after
 * its transaction has an id. `late` searches only from that number, and only for transactions that have ended since.
 * `own` closes the list: a snapshot does not name the transactions above its newest committed one.
 *
 * After a restore into another server the transaction ids may begin lower. The stored ones then count as ended.
 *
 * Two that run at once: SKIP LOCKED leaves the second without a row. If the first commits between the snapshot and the
 * lock of the second, the row has another `transaction_id` than the snapshot of the second shows, and PostgreSQL skips
 * the row when it compares again.
 *
 * It is planned each time (0.6 ms), because a plan from a time when the table was small would read the whole table.
 * `max(seq)` reads one end of an index; EXISTS read 300,000 rows when there was nothing new (17 ms).
 */
const assignStatement = unprepared(
  'assign-event-positions',
  { limit: 'bigint' },
  `WITH sequencer AS MATERIALIZED (
    SELECT s.*, pg_current_xact_id()::text::bigint AS own
    FROM event_sequencer s
    WHERE s.transaction_id = (SELECT transaction_id FROM event_sequencer)
      AND (${hasNewEvents})
    FOR UPDATE SKIP LOCKED
  ), ended AS MATERIALIZED (${endedTransactions}
  ), late AS (${lateEvents}
  ), further AS (
    SELECT e.seq FROM event e WHERE e.seq > (SELECT newest_seq FROM sequencer) ORDER BY e.seq LIMIT :limit
  ), numbered AS (
    SELECT seq, row_number() OVER (ORDER BY seq) AS number
    FROM (SELECT seq FROM late UNION ALL SELECT seq FROM further) AS e
  ), assigned AS (
    INSERT INTO event_range (first_position, first_seq, event_count)
    SELECT s.newest_position + min(n.number), min(n.seq), count(*)
    FROM sequencer s, numbered n
    GROUP BY s.newest_position, n.seq - n.number, (n.number - 1) / ${rangeLimit}
    RETURNING first_position, first_seq, event_count
  ), open AS (${openTransactions}
  ), recorded AS (
    UPDATE event_sequencer t
    SET transaction_id = s.own,
      newest_position = greatest(s.newest_position, (SELECT max(first_position + event_count - 1) FROM assigned)),
      newest_seq = greatest(s.newest_seq, (SELECT max(first_seq + event_count - 1) FROM assigned)),
      open_transactions = ARRAY(SELECT id FROM open ORDER BY id),
      open_after = ARRAY(SELECT after FROM open ORDER BY id)
    FROM sequencer s
  )
  SELECT coalesce(sum(event_count), 0)::int AS count FROM assigned`,
);

/**
 * Gives the next positions to the committed events that have none, in the order of their numbers, at most `limit` of
 * the new ones. Returns their count. An event that commits late gets a later position, so nobody who reads by position
 * misses it. An event that depends on another one comes after it, and a long transaction delays only its own events.
 * Runs in a transaction of its own, never inside another one.
 * @internal
 */
export async function assignEventPositions(db: Pick<Db, 'query'>, limit = chunkSize): Promise<number> {
  const [row] = await db.query(assignStatement, { limit });
  return row?.count ?? 0;
}

/** Assigns all positions that are missing, in chunks. */
export async function assignAllEventPositions(db: Pick<Db, 'query'>): Promise<void> {
  while ((await assignEventPositions(db)) >= chunkSize);
}

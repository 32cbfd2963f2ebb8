import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';

/** The events are kept this long in the feed, unless a setting says otherwise. */
const defaultRetentionDays = 90;

/**
 * Deletes the oldest positions up to the first one whose event is young enough, so that what is kept stays without a gap. The events stay: they
 * are the history of their records, which has its own lists, and nothing may delete them.
 */
const purgeStatement = unprepared(
  `WITH piece AS (
    SELECT p.position, e.at FROM event_position p JOIN event e ON e.seq = p.seq ORDER BY p.position LIMIT $2
  ), young AS (
    SELECT min(position) AS position FROM piece WHERE at >= now() - make_interval(days => $1::int)
  )
  DELETE FROM event_position
  WHERE position <= (SELECT max(position) FROM piece)
    AND position < coalesce((SELECT position FROM young), 9223372036854775807)
  RETURNING 1`,
);

const pieceSize = 5_000;

/** Deletes the positions of events that are older, and returns their number. A reader behind them gets 410. */
export async function purgeEventPositions(db: Pick<Db, 'query'>, retentionDays = defaultRetentionDays): Promise<number> {
  let count = 0;
  for (;;) {
    const { length } = await db.query(purgeStatement, [retentionDays, pieceSize]);
    count += length;
    if (length < pieceSize) return count;
  }
}

import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { eventsOfRange } from './event-ranges.ts';

/** The events are kept this long in the feed, unless a setting says otherwise. */
const defaultRetentionDays = 90;

/**
 * Deletes the oldest ranges up to the first one that has an event which is young enough, so that what is kept stays
 * without a gap. The events stay: they are the history of their records, which has its own lists, and nothing may
 * delete them.
 */
const purgeStatement = unprepared(
  'purge-event-positions',
  { retentionDays: 'int', chunkSize: 'bigint' },
  `WITH chunk AS (
    SELECT r.first_position, (SELECT max(e.at) FROM ${eventsOfRange('0')} AS e) AS newest_at
    FROM event_range r
    ORDER BY r.first_position
    LIMIT :chunkSize
  ), young AS (
    SELECT min(first_position) AS first_position
    FROM chunk
    WHERE newest_at >= now() - make_interval(days => :retentionDays)
  )
  DELETE FROM event_range
  WHERE first_position <= (SELECT max(first_position) FROM chunk)
    AND first_position < coalesce((SELECT first_position FROM young), 9223372036854775807)
  RETURNING event_count AS count`,
);

/** The ranges of a statement. They have 50,000 events at most. */
const chunkSize = 50;

/** Deletes the positions of events that are older, and returns their number. A reader behind them gets 410. */
export async function purgeEventPositions(
  db: Pick<Db, 'query'>,
  retentionDays = defaultRetentionDays,
): Promise<number> {
  let count = 0;
  for (;;) {
    const purged = await db.query(purgeStatement, { retentionDays, chunkSize });
    count += purged.reduce((sum, range) => sum + range.count, 0);
    if (purged.length < chunkSize) return count;
  }
}

import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

export interface EventLag {
  readonly newestPosition: number;
  /** The age of the oldest committed event without a position; 0 if all have one. */
  readonly oldestSeconds: number;
}

/** Reads one row, and the first event after it. */
const lagStatement = statement(
  'read-event-lag',
  `SELECT s.newest_position::float8 AS "newestPosition",
    coalesce(greatest(extract(epoch
      FROM now() - (SELECT e.at FROM event e WHERE e.seq > s.newest_seq ORDER BY e.seq LIMIT 1)), 0),
      0)::float8
      AS "oldestSeconds"
  FROM event_sequencer s`,
);

/** Reads how far the feed of events is behind. */
export async function readEventLag(db: Pick<Db, 'query'>): Promise<EventLag> {
  const [lag] = await db.query(lagStatement);
  return lag ?? { newestPosition: 0, oldestSeconds: 0 };
}

import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { lateLimitDays } from '@linework/schemas/usage/usage-record';

/**
 * Counted from when a record came, which is after it was used but for some minutes: the day more is for those, and for a batch
 * that is under way.
 */
const purgeStatement = unprepared(
  `DELETE FROM usage_record WHERE (broker_id, record_id) IN (
     SELECT broker_id, record_id FROM usage_record WHERE created_at < now() - interval '${lateLimitDays + 1} days'
     ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)
   RETURNING 1`,
);

const batchLimit = 5_000;

/** Deletes the records that would be refused as too old if they were sent again; says how many. What they were counted as stays. */
export async function purgeUsageRecords(db: Pick<Db, 'query'>): Promise<number> {
  let count = 0;
  for (;;) {
    const { length } = await db.query(purgeStatement, [batchLimit]);
    count += length;
    if (length < batchLimit) return count;
  }
}

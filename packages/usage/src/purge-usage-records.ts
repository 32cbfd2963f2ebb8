import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { lateLimitDays } from '@linework/schemas/usage/usage-record';

/**
 * The age counts from the arrival of a record, which may be some minutes before its time of use. The extra day covers
 * that and a batch in progress.
 */
const purgeStatement = unprepared(
  'purge-usage-records',
  { limit: 'bigint' },
  `DELETE FROM usage_record
   WHERE (broker_id, record_id) IN (
     SELECT broker_id, record_id
     FROM usage_record
     WHERE created_at < now() - interval '${lateLimitDays + 1} days'
     ORDER BY created_at
     LIMIT :limit
     FOR UPDATE SKIP LOCKED)
   RETURNING 1`,
);

const batchLimit = 5_000;

/**
 * Deletes records that would be rejected as too old if they were sent again; returns their number. Their counted usage
 * stays.
 */
export async function purgeUsageRecords(db: Pick<Db, 'query'>): Promise<number> {
  let count = 0;
  for (;;) {
    const { length } = await db.query(purgeStatement, { limit: batchLimit });
    count += length;
    if (length < batchLimit) return count;
  }
}

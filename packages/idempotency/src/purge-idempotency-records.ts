import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const purgeStatement = statement(
  'purge-idempotency-records',
  { batchSize: 'bigint' },
  `DELETE FROM idempotency_record
   WHERE (owner_id, key) IN (
     SELECT owner_id, key
       FROM idempotency_record
       WHERE created_at <= now() - interval '24 hours'
       LIMIT :batchSize
       FOR UPDATE SKIP LOCKED)
   RETURNING 1`,
);

const batchSize = 5_000;

/** Deletes the responses that are no longer replayed; returns how many. */
export async function purgeIdempotencyRecords(db: Pick<Db, 'query'>): Promise<number> {
  let count = 0;
  for (;;) {
    const { length } = await db.query(purgeStatement, { batchSize });
    count += length;
    if (length < batchSize) return count;
  }
}

import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/**
 * An operator's responses are stored under the key that sent the request, and any of them may contain this broker's
 * record.
 */
const purgeStatement = statement(
  'purge-idempotency-records-about',
  { brokerId: 'uuid', id: 'uuid', from: 'timestamptz?', batchSize: 'int' },
  `WITH scanned AS (
    SELECT owner_id, key, created_at, position(:id::text IN body) > 0 AS named
    FROM idempotency_record
    WHERE created_at > coalesce(:from, '-infinity')
    ORDER BY created_at FETCH FIRST (:batchSize) ROWS WITH TIES
  ), deleted AS (
    DELETE FROM idempotency_record r USING scanned l
    WHERE l.named AND r.owner_id = l.owner_id AND r.key = l.key
      AND (r.owner_id = :brokerId OR r.owner_id IN (SELECT id FROM api_key WHERE broker_id IS NULL))
    RETURNING 1
  )
  SELECT (SELECT max(created_at) FROM scanned) AS until, (SELECT count(*) FROM deleted)::int AS count`,
);

/**
 * A day can have millions of responses, more than one statement can read in time. An index for all of them would slow
 * down every request.
 */
const defaultBatchSize = 20_000;

/** Deletes the stored responses of a broker and of operators that contain the record; returns how many. */
export async function purgeIdempotencyRecordsAbout(
  tx: Pick<Db, 'query'>,
  { brokerId, id }: { readonly brokerId: string; readonly id: string },
  { batchSize = defaultBatchSize }: { readonly batchSize?: number } = {},
): Promise<number> {
  let count = 0;
  let from: Date | null = null;
  for (;;) {
    const [batch]: readonly { readonly until: Date | null; readonly count: number }[] = await tx.query(purgeStatement, {
      brokerId,
      id,
      from,
      batchSize,
    });
    count += batch?.count ?? 0;
    if (!batch?.until) return count;
    from = batch.until;
  }
}

import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { findSecretNames } from './reject-secret-members.ts';

/** Reads one range at a time: a day can have millions of stored responses. */
const cleanStatement = statement(
  'clean-stored-responses',
  { names: 'text[]', from: 'timestamptz?', batchSize: 'int' },
  `WITH scanned AS (
    SELECT owner_id, key, created_at, body
    FROM idempotency_record
    WHERE created_at > coalesce(:from, '-infinity')
    ORDER BY created_at
    FETCH FIRST (:batchSize) ROWS WITH TIES
  ), with_attributes AS MATERIALIZED (
    SELECT owner_id, key, body::jsonb AS body FROM scanned WHERE body LIKE '%"attributes":{%'
  ), with_secrets AS (
    SELECT *, secret_members(body -> 'attributes', :names) AS members
    FROM with_attributes
    WHERE jsonb_typeof(body -> 'attributes') = 'object'
  ), cleaned AS (
    UPDATE idempotency_record r
    SET body = jsonb_set(w.body, '{attributes}', (w.body -> 'attributes') - w.members)::text
    FROM with_secrets w
    WHERE r.owner_id = w.owner_id AND r.key = w.key AND cardinality(w.members) > 0
    RETURNING 1
  )
  SELECT (SELECT max(created_at) FROM scanned) AS until, (SELECT count(*) FROM cleaned)::int AS count`,
);

const defaultBatchSize = 20_000;

/**
 * Removes secrets from the stored responses of idempotent requests from before secrets were supported; returns how many
 * it changed.
 */
export async function cleanStoredResponses(
  db: Pick<Db, 'query'>,
  { batchSize = defaultBatchSize }: { readonly batchSize?: number } = {},
): Promise<number> {
  const names = await findSecretNames(db);
  let count = 0;
  let from: Date | null = null;
  for (;;) {
    const [result]: readonly { readonly until: Date | null; readonly count: number }[] = await db.query(
      cleanStatement,
      { names, from, batchSize },
    );
    count += result?.count ?? 0;
    if (!result?.until) return count;
    from = result.until;
  }
}

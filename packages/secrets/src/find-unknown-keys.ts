import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/**
 * Skips from one key to the next in the index: there are few keys, and there may be millions of data keys under each.
 */
const unknownStatement = statement(
  'find-unknown-keys',
  { knownIds: 'text[]' },
  `WITH RECURSIVE used AS (
    SELECT min(key_id) AS key_id FROM secret_data_key
    UNION ALL
    SELECT (SELECT min(d.key_id) FROM secret_data_key d WHERE d.key_id > u.key_id)
    FROM used u
    WHERE u.key_id IS NOT NULL
  )
  SELECT key_id AS "keyId" FROM used WHERE key_id <> ALL(:knownIds)`,
).returns<{ readonly keyId: string }>();

/** Finds the key pairs that stored secrets need and that are not among the known ones. */
export async function findUnknownKeys(db: Pick<Db, 'query'>, knownIds: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query(unknownStatement, { knownIds });
  return rows.map(({ keyId }) => keyId);
}

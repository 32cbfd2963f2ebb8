import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { noSuchRange } from './find-range.ts';

const deleteStatement = statement(
  'delete-range',
  `WITH gone AS (
    DELETE FROM number_range WHERE id = $1::uuid RETURNING *
  ), told AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, key_id, details)
    SELECT broker_id, 'range.deleted', 'range', id, $2::uuid, jsonb_build_object('kind', kind, 'from', from_code, 'to', to_code) FROM gone
  )
  SELECT id FROM gone`,
);

/** Takes a range away from its broker. What was made from it stays as it is. Raises not-found. */
export async function deleteRange(db: Pick<Db, 'query'>, { rangeId, keyId }: { readonly rangeId: string; readonly keyId: string }): Promise<void> {
  const [gone] = await db.query(deleteStatement, [rangeId, keyId]);
  if (!gone) throw noSuchRange(rangeId);
}

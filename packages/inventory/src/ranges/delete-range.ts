import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import { rangeNotFound } from './find-range.ts';

const deleteStatement = statement(
  'delete-range',
  `WITH deleted AS (
    DELETE FROM number_range WHERE id = $1::uuid RETURNING *
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, key_id, details)
    SELECT broker_id, '${eventType('range.deleted')}', 'range', id, $2::uuid, jsonb_build_object('kind', kind, 'from', from_code, 'to', to_code)
    FROM deleted
  )
  SELECT id FROM deleted`,
);

/** Deletes a range of a broker. The resources in it stay unchanged. Raises not-found. */
export async function deleteRange(
  db: Pick<Db, 'query'>,
  { rangeId, keyId }: { readonly rangeId: string; readonly keyId: string },
): Promise<void> {
  const [deleted] = await db.query(deleteStatement, [rangeId, keyId]);
  if (!deleted) throw rangeNotFound(rangeId);
}

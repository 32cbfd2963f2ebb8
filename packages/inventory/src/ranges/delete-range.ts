import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { rangeNotFound } from './find-range.ts';

const deleteStatement = statement(
  'delete-range',
  { rangeId: 'uuid', keyId: 'uuid' },
  `WITH deleted AS (
    DELETE FROM number_range WHERE id = :rangeId RETURNING *
  ), emitted AS (
    ${insertEvent('range.deleted', {
      key: ':keyId',
      details: "jsonb_build_object('kind', kind, 'from', from_code, 'to', to_code)",
    })}
    FROM deleted
  )
  SELECT id FROM deleted`,
);

/** Deletes a range of a broker. The resources in it stay unchanged. Raises not-found. */
export async function deleteRange(
  db: Pick<Db, 'query'>,
  { rangeId, keyId }: { readonly rangeId: string; readonly keyId: string },
): Promise<void> {
  const [deleted] = await db.query(deleteStatement, { rangeId, keyId });
  if (!deleted) throw rangeNotFound(rangeId);
}

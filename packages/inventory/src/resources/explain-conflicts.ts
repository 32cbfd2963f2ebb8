import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { PoolToFill } from '../pools/find-pool-to-fill.ts';
import type { NewResource } from './insert-resources.ts';

/** The values of a skipped resource that another resource has. */
export interface ResourceConflict {
  readonly code: boolean;
  readonly imsi: boolean;
}

// A separate statement, because the one that skipped them does not see concurrent writes.
const findConflictsStatement = statement(
  'find-resource-conflicts',
  { typeId: 'uuid', ids: 'uuid[]', externalCodes: 'text[]', attributes: 'text[]' },
  `SELECT w.id,
     EXISTS (
       SELECT
       FROM resource r
       WHERE r.type_id = :typeId AND r.external_code = w.external_code AND r.retired_at IS NULL) AS code,
     EXISTS (SELECT FROM resource r WHERE r.imsi = w.imsi) AS imsi
   FROM (
     SELECT id, external_code, attributes::jsonb ->> 'imsi' AS imsi
     FROM unnest(:ids, :externalCodes, :attributes) AS u(id, external_code, attributes)
   ) w`,
);

/** The reasons for which resources were skipped, by their ids. Only a SIM can be skipped for its IMSI. */
export async function explainConflicts(
  db: Pick<Db, 'query'>,
  pool: PoolToFill,
  skipped: readonly Pick<NewResource, 'id' | 'externalCode' | 'attributes'>[],
): Promise<ReadonlyMap<string, ResourceConflict>> {
  if (pool.typeCode !== 'SIM') return new Map(skipped.map(({ id }) => [id, { code: true, imsi: false }]));
  const values = {
    typeId: pool.typeId,
    ids: skipped.map(({ id }) => id),
    externalCodes: skipped.map(({ externalCode }) => externalCode),
    attributes: skipped.map(({ attributes }) => attributes),
  };
  const found = await db.query(findConflictsStatement, values);
  return new Map(found.map(({ id, ...conflict }) => [id, conflict]));
}

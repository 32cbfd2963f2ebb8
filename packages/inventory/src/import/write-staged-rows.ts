import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { type PoolToFill, raiseIfPoolDeleted } from '../pools/find-pool-to-fill.ts';
import { explainConflicts } from '../resources/explain-conflicts.ts';
import { formatInUse, listConflictFields, takenRow } from './conflict-field.ts';
import { ImportCounts } from './import-counts.ts';
import { badRow, type GoodRow } from './row.ts';

const batchRowLimit = 2_000;

/**
 * An atomic import may have to wait for another one that writes the same codes while that one is still writing its
 * rows.
 */
const waitTimeoutMs = 600_000;
/** A setting passes the API key to the trigger that writes the events of new resources. */
const setKeyStatement = statement(
  'set-key-of-import',
  { keyId: 'text?' },
  `SELECT set_config('linework.key_id', coalesce(:keyId, ''), true)`,
);

const writeStatement = statement(
  'write-staged-rows',
  { poolId: 'uuid', typeId: 'uuid', brokerId: 'uuid', importId: 'uuid?', after: 'text' },
  `WITH wanted AS MATERIALIZED (
    SELECT * FROM import_row WHERE external_code > :after ORDER BY external_code LIMIT ${batchRowLimit}
  ), added AS (
    INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, location, metadata, attributes,
      reservation_ttl, quarantine_ttl, import_id)
    SELECT id, :poolId, :typeId, :brokerId, external_code, location, metadata, attributes, reservation_ttl,
      quarantine_ttl, :importId
    FROM wanted
    ORDER BY external_code
    ON CONFLICT DO NOTHING
    RETURNING id
  ), kept AS (
    INSERT INTO resource_secret (resource_id, data_key_id, ciphertext)
    SELECT id, data_key_id, ciphertext
    FROM wanted JOIN added USING (id)
    WHERE ciphertext IS NOT NULL
  )
  SELECT max(external_code) AS "lastCode",
    coalesce(json_agg(json_build_object('line', line, 'id', id, 'externalCode', external_code, 'attributes',
      attributes::text))
    FILTER (WHERE id NOT IN (SELECT id FROM added)), '[]') AS skipped
  FROM wanted`,
  { timeoutMs: waitTimeoutMs },
).returns<{ readonly skipped: readonly Pick<GoodRow, 'line' | 'id' | 'externalCode' | 'attributes'>[] }>();

type WrittenBatch = RowOf<typeof writeStatement>;

const writeKeysStatement = statement(
  'write-staged-data-keys',
  'INSERT INTO secret_data_key (id, key_id, wrapped) SELECT id, key_id, wrapped FROM import_row_key',
);

/**
 * Writes all staged rows, in the order of their codes as all writers do; returns the bad rows. If there are any, the
 * caller must roll the transaction back.
 */
export async function writeStagedRows(tx: Db, pool: PoolToFill): Promise<ImportCounts> {
  const counts = new ImportCounts();
  await tx.query(setKeyStatement, { keyId: pool.keyId });
  await tx.query(writeKeysStatement);
  const values = { poolId: pool.id, typeId: pool.typeId, brokerId: pool.brokerId, importId: pool.importId };
  for (let after: string | null = ''; after !== null; ) {
    const rows: readonly WrittenBatch[] = await tx
      .query(writeStatement, { ...values, after })
      .catch(raiseIfPoolDeleted(pool));
    const written = rows[0];
    await rejectSkipped(tx, pool, { skipped: written?.skipped ?? [], counts });
    after = written?.lastCode ?? null;
  }
  return counts;
}

async function rejectSkipped(
  tx: Db,
  pool: PoolToFill,
  { skipped, counts }: Pick<WrittenBatch, 'skipped'> & { readonly counts: ImportCounts },
): Promise<void> {
  if (skipped.length === 0) return;
  const conflicts = await explainConflicts(tx, pool, skipped);
  for (const { id, line, externalCode } of skipped) {
    const fields = listConflictFields(conflicts.get(id) ?? { code: true, imsi: false });
    counts.reject(takenRow(badRow(line, fields.map(formatInUse).join('; '), externalCode), fields));
  }
}

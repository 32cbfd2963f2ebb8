import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { explainConflicts } from '../explain-conflicts.ts';
import { type PoolToFill, raiseIfPoolDeleted } from '../find-pool-to-fill.ts';
import { formatInUse, listConflictFields } from './conflict-field.ts';
import { ImportTally } from './import-tally.ts';
import { badRow, type GoodRow } from './row.ts';

const batchRowLimit = 2_000;

/** All or none may have to wait for another that writes the same codes, and that one for its file. */
const waitTimeoutMs = 600_000;
/** The trigger that writes the events of new resources is told the key by a setting. */
const waitStatement = statement(
  'wait-for-other-imports',
  `SELECT set_config('statement_timeout', '${waitTimeoutMs}', true), set_config('linework.key_id', coalesce($1, ''), true)`,
);

const writeStatement = statement(
  'write-staged-rows',
  `WITH wanted AS MATERIALIZED (
    SELECT * FROM import_row WHERE external_code > $4 ORDER BY external_code LIMIT ${batchRowLimit}
  ), added AS (
    INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl)
    SELECT id, $1::uuid, $2::uuid, $3::uuid, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl FROM wanted ORDER BY external_code
    ON CONFLICT DO NOTHING
    RETURNING id
  ), kept AS (
    INSERT INTO resource_secret (resource_id, data_key_id, ciphertext)
    SELECT id, data_key_id, ciphertext FROM wanted JOIN added USING (id) WHERE ciphertext IS NOT NULL
  )
  SELECT max(external_code) AS "lastCode", coalesce(json_agg(json_build_object('line', line, 'id', id, 'externalCode', external_code, 'attributes', attributes::text))
    FILTER (WHERE id NOT IN (SELECT id FROM added)), '[]') AS "left" FROM wanted`,
  { timeoutMs: waitTimeoutMs },
);

const writeKeysStatement = statement(
  'write-staged-data-keys',
  'INSERT INTO secret_data_key (id, key_id, wrapped) SELECT id, key_id, wrapped FROM import_row_key',
);

interface WrittenBatch {
  /** Null when there was nothing more. */
  readonly lastCode: string | null;
  /** Those whose code or IMSI somebody else has taken meanwhile. */
  readonly left: readonly Pick<GoodRow, 'line' | 'id' | 'externalCode' | 'attributes'>[];
}

/** Writes all that was kept aside, in the order of the codes as everybody does; answers the bad rows, which make the transaction worth nothing. */
export async function writeStagedRows(tx: Db, pool: PoolToFill): Promise<ImportTally> {
  const tally = new ImportTally();
  await tx.query(waitStatement, [pool.keyId]);
  await tx.query(writeKeysStatement, []);
  for (let after: string | null = ''; after !== null; ) {
    const values: readonly unknown[] = [pool.id, pool.typeId, pool.brokerId, after];
    const [written]: readonly WrittenBatch[] = await tx.query<WrittenBatch>(writeStatement, values).catch(raiseIfPoolDeleted(pool));
    await rejectSkipped(tx, pool, { left: written?.left ?? [], tally });
    after = written?.lastCode ?? null;
  }
  return tally;
}

async function rejectSkipped(tx: Db, pool: PoolToFill, { left, tally }: Pick<WrittenBatch, 'left'> & { readonly tally: ImportTally }): Promise<void> {
  if (left.length === 0) return;
  const conflicts = await explainConflicts(tx, pool, left);
  for (const { id, line, externalCode } of left) {
    const fields = listConflictFields(conflicts.get(id) ?? { code: true, imsi: false });
    tally.reject(badRow(line, fields.map(formatInUse).join('; '), externalCode));
  }
}

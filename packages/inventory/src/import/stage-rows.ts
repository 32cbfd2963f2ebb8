import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import type { PoolToFill } from '../pools/find-pool-to-fill.ts';
import { columnTypes, toColumns } from '../resources/insert-resources.ts';
import { type ConflictField, formatDuplicate, formatInUse, takenRow } from './conflict-field.ts';
import type { Batch } from './group-into-batches.ts';
import type { ImportCounts } from './import-counts.ts';
import { badRow } from './row.ts';
import { sealRows } from './seal-rows.ts';

const prepareStatement = statement(
  'prepare-import-rows',
  `CREATE TEMPORARY TABLE import_row (line int PRIMARY KEY, id uuid NOT NULL, external_code text NOT NULL UNIQUE,
    location text,
    metadata jsonb NOT NULL, attributes jsonb NOT NULL, reservation_ttl int, quarantine_ttl int, imsi text UNIQUE,
    data_key_id uuid, ciphertext bytea)`,
);

const prepareKeysStatement = statement(
  'prepare-import-data-keys',
  'CREATE TEMPORARY TABLE import_row_key (id uuid PRIMARY KEY, key_id text NOT NULL, wrapped bytea NOT NULL)',
);

/**
 * A temporary table is visible only to this session and ends with it, so no other transaction waits for rows that may
 * be rolled back.
 */
export async function prepareImportRows(session: Db): Promise<void> {
  await session.query(prepareStatement);
  await session.query(prepareKeysStatement);
}

const stageStatement = statement(
  'stage-import-rows',
  {
    typeId: 'uuid',
    lines: 'int[]',
    ...columnTypes,
    imsis: 'text?[]',
    ciphertexts: 'bytea?[]',
    dataKeyId: 'uuid?',
    keyId: 'text?',
    wrapped: 'bytea?',
  },
  `WITH wanted AS (
    SELECT w.*, external_code IN (
        SELECT external_code
        FROM resource
        WHERE type_id = :typeId AND external_code = ANY(:externalCodes) AND retired_at IS NULL
      ) AS code_in_use,
      coalesce(imsi IN (SELECT imsi FROM resource WHERE imsi = ANY(:imsis)), false) AS imsi_in_use
    FROM unnest(:lines, :ids, :externalCodes, :locations, :metadata, :attributes, :reservationTtls, :quarantineTtls,
      :imsis, :ciphertexts)
      AS w(line, id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl, imsi, ciphertext)
  ), data_key AS (
    INSERT INTO import_row_key (id, key_id, wrapped) SELECT :dataKeyId, :keyId, :wrapped WHERE :dataKeyId IS NOT NULL
  ), staged AS (
    INSERT INTO import_row (line, id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl,
      imsi, data_key_id, ciphertext)
    SELECT line, id, external_code, location, metadata::jsonb, attributes::jsonb, reservation_ttl, quarantine_ttl, imsi,
      CASE WHEN ciphertext IS NOT NULL THEN :dataKeyId END, ciphertext
    FROM wanted
    WHERE NOT code_in_use AND NOT imsi_in_use
    ON CONFLICT DO NOTHING
    RETURNING line
  )
  SELECT w.line, w.external_code AS "externalCode", code_in_use AS "codeInUse", imsi_in_use AS "imsiInUse",
    c.line AS "codeLine", i.line AS "imsiLine"
  FROM wanted w LEFT JOIN import_row c USING (external_code) LEFT JOIN import_row i ON i.imsi = w.imsi
  WHERE w.line NOT IN (SELECT line FROM staged)`,
);

type SkippedRow = RowOf<typeof stageStatement>;

interface StageInput {
  readonly batch: Batch;
  readonly counts: ImportCounts;
  readonly keyWrapper?: KeyWrapper | undefined;
  /** A dry run writes nothing, so its secrets are not staged either. */
  readonly dryRun: boolean;
}

/**
 * Stages a batch with its secrets encrypted. A row is bad when its code or IMSI is in use or is in an earlier line of
 * the file.
 */
export async function stageRows(
  session: Db,
  pool: PoolToFill,
  { batch, counts, keyWrapper, dryRun }: StageInput,
): Promise<void> {
  const rows = [...batch.values()];
  const sealed = dryRun ? undefined : await sealRows(keyWrapper, rows);
  const skipped = await session.query(stageStatement, {
    typeId: pool.typeId,
    lines: rows.map(({ line }) => line),
    ...toColumns(rows),
    imsis: rows.map(({ imsi }) => imsi),
    ciphertexts: rows.map(({ id }) => sealed?.ciphertextByResource.get(id)),
    dataKeyId: sealed?.dataKeyId,
    keyId: sealed?.keyId,
    wrapped: sealed?.wrapped,
  });
  for (const row of skipped)
    counts.reject(takenRow(badRow(row.line, listReasons(row).join('; '), row.externalCode), listFieldsInUse(row)));
  counts.addImported(rows.length - skipped.length);
}

function listFieldsInUse({ codeInUse, imsiInUse }: SkippedRow): readonly ConflictField[] {
  return [...(codeInUse ? (['externalCode'] as const) : []), ...(imsiInUse ? (['attributes/imsi'] as const) : [])];
}

function listReasons({ codeInUse, imsiInUse, codeLine, imsiLine }: SkippedRow): readonly string[] {
  const findReason = (field: ConflictField, inUse: boolean, line: number | null) => {
    if (inUse) return [formatInUse(field)];
    return line === null ? [] : [formatDuplicate(field, line)];
  };
  return [...findReason('externalCode', codeInUse, codeLine), ...findReason('attributes/imsi', imsiInUse, imsiLine)];
}

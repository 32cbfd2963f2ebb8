import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import type { PoolToFill } from '../pools/find-pool-to-fill.ts';
import { toColumns } from '../resources/insert-resources.ts';
import { type ConflictField, formatDuplicate, formatInUse } from './conflict-field.ts';
import type { Batch } from './group-into-batches.ts';
import type { ImportCounts } from './import-counts.ts';
import { badRow } from './row.ts';
import { sealRows } from './seal-rows.ts';

const prepareStatement = statement(
  'prepare-import-rows',
  `CREATE TEMPORARY TABLE import_row (line int PRIMARY KEY, id uuid NOT NULL, external_code text NOT NULL UNIQUE, location text,
    metadata jsonb NOT NULL, attributes jsonb NOT NULL, reservation_ttl int, quarantine_ttl int, imsi text UNIQUE,
    data_key_id uuid, ciphertext bytea)`,
);

const prepareKeysStatement = statement(
  'prepare-import-data-keys',
  'CREATE TEMPORARY TABLE import_row_key (id uuid PRIMARY KEY, key_id text NOT NULL, wrapped bytea NOT NULL)',
);

/** A temporary table is visible only to this session and ends with it, so no other transaction waits for rows that may be rolled back. */
export async function prepareImportRows(session: Db): Promise<void> {
  await session.query(prepareStatement, []);
  await session.query(prepareKeysStatement, []);
}

const stageStatement = statement(
  'stage-import-rows',
  `WITH wanted AS (
    SELECT w.*, external_code IN (
        SELECT external_code FROM resource WHERE type_id = $1::uuid AND external_code = ANY($4::text[]) AND retired_at IS NULL
      ) AS code_in_use,
      coalesce(imsi IN (SELECT imsi FROM resource WHERE imsi = ANY($10::text[])), false) AS imsi_in_use
    FROM unnest($2::int[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::int[], $10::text[], $11::bytea[])
      AS w(line, id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl, imsi, ciphertext)
  ), data_key AS (
    INSERT INTO import_row_key (id, key_id, wrapped) SELECT $12::uuid, $13, $14::bytea WHERE $12::uuid IS NOT NULL
  ), staged AS (
    INSERT INTO import_row (line, id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl, imsi, data_key_id, ciphertext)
    SELECT line, id, external_code, location, metadata::jsonb, attributes::jsonb, reservation_ttl, quarantine_ttl, imsi,
      CASE WHEN ciphertext IS NOT NULL THEN $12::uuid END, ciphertext
    FROM wanted
    WHERE NOT code_in_use AND NOT imsi_in_use
    ON CONFLICT DO NOTHING
    RETURNING line
  )
  SELECT w.line, w.external_code AS "externalCode", code_in_use AS "codeInUse", imsi_in_use AS "imsiInUse", c.line AS "codeLine", i.line AS "imsiLine"
  FROM wanted w LEFT JOIN import_row c USING (external_code) LEFT JOIN import_row i ON i.imsi = w.imsi
  WHERE w.line NOT IN (SELECT line FROM staged)`,
);

interface SkippedRow {
  readonly line: number;
  readonly externalCode: string;
  readonly codeInUse: boolean;
  readonly imsiInUse: boolean;
  /** The earlier line with the same value; null where there is none. */
  readonly codeLine: number | null;
  readonly imsiLine: number | null;
}

interface StageInput {
  readonly batch: Batch;
  readonly counts: ImportCounts;
  readonly keyWrapper?: KeyWrapper | undefined;
  /** A dry run writes nothing, so its secrets are not staged either. */
  readonly dryRun: boolean;
}

/** Stages a batch with its secrets encrypted. A row is bad when its code or IMSI is in use or is in an earlier line of the file. */
export async function stageRows(
  session: Db,
  pool: PoolToFill,
  { batch, counts, keyWrapper, dryRun }: StageInput,
): Promise<void> {
  const rows = [...batch.values()];
  const sealed = dryRun ? undefined : await sealRows(keyWrapper, rows);
  const secrets = [
    rows.map(({ id }) => sealed?.ciphertextByResource.get(id) ?? null),
    sealed?.dataKeyId ?? null,
    sealed?.keyId ?? null,
    sealed?.wrapped ?? null,
  ];
  const values = [
    pool.typeId,
    rows.map(({ line }) => line),
    ...toColumns(rows),
    rows.map(({ imsi }) => imsi ?? null),
    ...secrets,
  ];
  const skipped = await session.query<SkippedRow>(stageStatement, values);
  for (const row of skipped) counts.reject(badRow(row.line, listReasons(row).join('; '), row.externalCode));
  counts.addImported(rows.length - skipped.length);
}

function listReasons({ codeInUse, imsiInUse, codeLine, imsiLine }: SkippedRow): readonly string[] {
  const findReason = (field: ConflictField, inUse: boolean, line: number | null) => {
    if (inUse) return [formatInUse(field)];
    return line === null ? [] : [formatDuplicate(field, line)];
  };
  return [...findReason('externalCode', codeInUse, codeLine), ...findReason('attributes/imsi', imsiInUse, imsiLine)];
}

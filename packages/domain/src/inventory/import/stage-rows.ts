import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { PoolToFill } from '../find-pool-to-fill.ts';
import { columnsOf } from '../insert-resources.ts';
import type { Batch } from './in-batches.ts';
import { badRow } from './row.ts';
import type { Tally } from './tally.ts';
import { codeInUse } from './write-rows.ts';

const prepareStatement = statement(
  'prepare-import-rows',
  `CREATE TEMPORARY TABLE import_row (line int PRIMARY KEY, id uuid NOT NULL, external_code text NOT NULL UNIQUE, location text,
    metadata jsonb NOT NULL, attributes jsonb NOT NULL, reservation_ttl int, quarantine_ttl int)`,
);

/** A place for rows that only this session sees and that ends with it: nobody waits for what may come to nothing. */
export async function prepareImportRows(session: Db): Promise<void> {
  await session.query(prepareStatement, []);
}

const stageStatement = statement(
  'stage-import-rows',
  `WITH wanted AS (
    SELECT * FROM unnest($2::int[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::int[])
      AS w(line, id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl)
  ), in_use AS (
    SELECT external_code FROM resource WHERE type_id = $1::uuid AND external_code = ANY($4::text[]) AND retired_at IS NULL
  ), staged AS (
    INSERT INTO import_row (line, id, external_code, location, metadata, attributes, reservation_ttl, quarantine_ttl)
    SELECT line, id, external_code, location, metadata::jsonb, attributes::jsonb, reservation_ttl, quarantine_ttl FROM wanted
    WHERE external_code NOT IN (SELECT external_code FROM in_use)
    ON CONFLICT (external_code) DO NOTHING
    RETURNING line
  )
  SELECT w.line, w.external_code AS "externalCode", i.line AS "earlierLine" FROM wanted w LEFT JOIN import_row i USING (external_code)
  WHERE w.line NOT IN (SELECT line FROM staged)`,
);

interface LeftRow {
  readonly line: number;
  readonly externalCode: string;
  /** Null where the code is in the inventory. */
  readonly earlierLine: number | null;
}

/** Keeps a batch aside. Codes that are in use, or that stand in the file before, are bad rows. */
export async function stageRows(session: Db, pool: PoolToFill, { batch, tally }: { batch: Batch; tally: Tally }): Promise<void> {
  const rows = [...batch.values()];
  const left = await session.query<LeftRow>(stageStatement, [pool.typeId, rows.map(({ line }) => line), ...columnsOf(rows)]);
  for (const { line, externalCode, earlierLine } of left) {
    tally.reject(badRow(line, earlierLine === null ? codeInUse : `externalCode stands in line ${earlierLine} already`, externalCode));
  }
  tally.take(rows.length - left.length);
}

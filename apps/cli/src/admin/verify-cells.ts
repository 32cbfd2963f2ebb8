import { readFileSync } from 'node:fs';
import { ConfigError } from '@linework/config/config-error';
import { type OpenDb, openDb } from '@linework/db/db';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import { z } from 'zod';
import type { Context } from '../command/context.ts';
import { readCellsConfig } from './config.ts';

/**
 * What exists once in all cells: the numbers and SIMs that are not withdrawn, and those of lines that are not
 * terminated, which a ported-in number is only.
 */
const codes = {
  MSISDN: `SELECT external_code AS code
    FROM resource
    WHERE type_id = '${msisdnTypeId}' AND retired_at IS NULL
    UNION
    SELECT msisdn
    FROM line
    WHERE status <> 'TERMINATED'`,
  ICCID: `SELECT external_code AS code
    FROM resource
    WHERE type_id = '${simTypeId}' AND retired_at IS NULL
    UNION
    SELECT iccid
    FROM line
    WHERE status <> 'TERMINATED'`,
  IMSI: `SELECT imsi AS code
    FROM resource
    WHERE imsi IS NOT NULL AND retired_at IS NULL
    UNION
    SELECT imsi
    FROM line
    WHERE status <> 'TERMINATED'`,
} as const;

/** Sorting a hundred million codes takes minutes. */
const statementTimeoutMs = 3_600_000;
const codesAtOnce = 5_000;

/**
 * Compares the numbers and SIMs of all cells and prints each that more than one cell has. Every database sorts its own,
 * and this program merges the streams, so its memory does not depend on their number. It changes nothing.
 */
export async function verifyCells(context: Context): Promise<void> {
  const cells = readCells(readCellsConfig().CELLS_FILE);
  await using opened = new AsyncDisposableStack();
  const databases = cells.map(([name, url]) => {
    const db = openDb({ url, poolSize: 1, statementTimeoutMs, applicationName: 'linework verify-cells' });
    opened.defer(() => db.close());
    return { name, db };
  });
  let doubles = 0;
  const counts: string[] = [];
  for (const [kind, sql] of Object.entries(codes)) {
    let count = 0;
    const streams = databases.map(({ name, db }) => ({ name, codes: streamCodes(db, sql) }));
    for await (const { code, names } of mergeCodes(streams)) {
      count += 1;
      if (names.length === 1) continue;
      doubles += 1;
      context.stdout.write(`${kind} ${code}: ${names.join(', ')}\n`);
    }
    counts.push(`${count} ${kind}s`);
  }
  const compared = `Compared ${counts.join(', ')} of ${cells.length} cells.`;
  context.stdout.write(`${compared} ${doubles === 0 ? 'Each is in one cell.' : `In several cells: ${doubles}.`}\n`);
  if (doubles > 0) context.setExitCode(1);
}

const cellsShape = z.record(z.string().min(1), z.url({ protocol: /^postgres(ql)?$/ }));

/** The file is JSON: the address of the database of each cell, by the name of the cell. */
function readCells(file: string): readonly (readonly [name: string, url: string])[] {
  const parsed = cellsShape.safeParse(readJson(file));
  const cells = Object.entries(parsed.data ?? {});
  if (cells.length < 2)
    throw new ConfigError([
      'CELLS_FILE must name a file with JSON: the address of the database of each cell by its name, at least two',
    ]);
  return cells;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

async function* streamCodes({ pool }: OpenDb, sql: string): AsyncGenerator<string> {
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN READ ONLY');
    // The order of bytes, in which the merge compares, whatever the order of the database.
    await connection.query(`DECLARE codes NO SCROLL CURSOR FOR
      SELECT code FROM (${sql}) AS codes ORDER BY code COLLATE "C"`);
    for (;;) {
      const { rows } = await connection.query<{ code: string }>(`FETCH ${codesAtOnce} FROM codes`);
      for (const { code } of rows) yield code;
      if (rows.length < codesAtOnce) return;
    }
  } finally {
    await connection.query('ROLLBACK');
    connection.release();
  }
}

interface Stream {
  readonly name: string;
  /** Sorted, each once. */
  readonly codes: AsyncIterable<string>;
}

/** Merges sorted streams: each code once, with the names of the streams that have it. */
export async function* mergeCodes(
  streams: readonly Stream[],
): AsyncGenerator<{ readonly code: string; readonly names: readonly string[] }> {
  const heads = await Promise.all(
    streams.map(async ({ name, codes: stream }) => {
      const iterator = stream[Symbol.asyncIterator]();
      return { name, iterator, next: await iterator.next() };
    }),
  );
  for (;;) {
    const open = heads.flatMap(({ next }) => (next.done ? [] : [next.value]));
    if (open.length === 0) return;
    const code = open.reduce((least, one) => (one < least ? one : least));
    const having = heads.filter(({ next }) => !next.done && next.value === code);
    yield { code, names: having.map(({ name }) => name) };
    for (const head of having) head.next = await head.iterator.next();
  }
}

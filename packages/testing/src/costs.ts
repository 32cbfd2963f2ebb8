import { readFileSync } from 'node:fs';
import type { OpenDb } from '@linework/db/db';
import pg from 'pg';
import { expect, vi } from 'vitest';

/** What a piece of work sends to PostgreSQL and writes there. The same on any machine. */
export interface Written {
  /** Round trips to the server, BEGIN and COMMIT included. */
  readonly statements: number;
  /** Transactions that wrote. */
  readonly commits: number;
  readonly rowsInserted: number;
  readonly rowsUpdated: number;
  /** The updates that are not HOT: each index of the table gets an entry again. */
  readonly rowsMoved: number;
  readonly indexEntries: number;
  /** Of these records, without images of pages. */
  readonly walBytes: number;
}

const walSql = `SELECT count(DISTINCT xid::text)::int AS commits,
    count(*) FILTER (WHERE kind LIKE 'Heap INSERT%')::int AS "rowsInserted",
    count(*) FILTER (WHERE kind ~ 'UPDATE')::int AS "rowsUpdated",
    count(*) FILTER (WHERE kind LIKE 'Heap UPDATE%')::int AS "rowsMoved",
    count(*) FILTER (WHERE kind NOT LIKE 'Heap%')::int AS "indexEntries",
    coalesce(sum(bytes), 0)::int AS "walBytes"
  FROM (
    SELECT resource_manager || ' ' || record_type AS kind, xid, max(record_length) - sum(block_fpi_length) AS bytes
    FROM pg_get_wal_block_info($1, pg_current_wal_flush_lsn(), false)
    WHERE reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (resource_manager = 'Heap' AND record_type ~ '^(INSERT|UPDATE|HOT_UPDATE)'
        OR resource_manager IN ('Btree', 'Hash', 'Gin', 'Gist')
          AND (record_type LIKE 'INSERT%' OR record_type LIKE 'SPLIT%') AND record_type <> 'INSERT_UPPER')
    GROUP BY start_lsn, resource_manager, record_type, xid
  ) AS records`;

/**
 * Counts what the work writes to this database, from the WAL. Records of other databases on the server are left out,
 * and so are locks, pruning and the upper pages of an index.
 */
export async function countWritten({ pool }: Pick<OpenDb, 'pool'>, work: () => Promise<unknown>): Promise<Written> {
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
  const { rows: begin } = await pool.query('SELECT pg_current_wal_insert_lsn() AS at');
  // Each statement ends with one of these two messages.
  const sent = (['sync', 'query'] as const).map((message) => vi.spyOn(pg.Connection.prototype, message));
  await work();
  const statements = sent.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of sent) spy.mockRestore();
  // What is written asynchronously is not in the WAL's files yet; a message that is flushed brings it there.
  await pool.query("SELECT pg_logical_emit_message(false, 'counted', '', true)");
  const { rows } = await pool.query(walSql, [begin[0].at]);
  return { statements, ...rows[0] };
}

/**
 * Counts the pages of this database that the work reads, from the cache or the disk: its cost on any machine. The pool
 * has one connection, because each one reports its own pages.
 */
export async function countPages({ pool }: Pick<OpenDb, 'pool'>, work: () => Promise<unknown>): Promise<number> {
  if (pool.options.max !== 1) throw new Error('Pages are counted with a pool of one connection.');
  const before = await readPages(pool);
  await work();
  return (await readPages(pool)) - before;
}

async function readPages(pool: OpenDb['pool']): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query(
    'SELECT (blks_hit + blks_read)::int AS pages FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0].pages;
}

const columns = [
  'statements',
  'commits',
  'rowsInserted',
  'rowsUpdated',
  'rowsMoved',
  'indexEntries',
  'walBytes',
] as const satisfies readonly (keyof Written)[];

/**
 * Compares what a piece of work has written with its row of `docs/costs.md`. Bytes may differ by 2 %, because a row is
 * compressed against the one before it.
 */
export function expectCosts(work: string, written: Written): void {
  const page = readFileSync(new URL('../../../docs/costs.md', import.meta.url), 'utf8');
  const row = page.split('\n').find((line) => line.startsWith(`| ${work} |`));
  const [, , ...cells] = (row ?? '').split('|').map((cell) => cell.trim().replaceAll(',', ''));
  const stated = Object.fromEntries(columns.map((name, at) => [name, Number(cells[at] ?? Number.NaN)]));
  const isClose = Math.abs(written.walBytes - (stated['walBytes'] ?? 0)) <= 0.02 * written.walBytes;
  const found = { ...written, ...(isClose && { walBytes: stated['walBytes'] }) };
  expect(found, `docs/costs.md has other figures for "${work}". Change them there, and say why in the row.`).toEqual(
    stated,
  );
}

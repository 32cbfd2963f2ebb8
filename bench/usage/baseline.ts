import { randomUUID } from 'node:crypto';
import type { Contender } from '../harness/contender.ts';
import { openPool } from '../services/pool.ts';
import { startPostgres } from '../services/postgres.ts';
import { buildBatch, recordsInBatch } from './build-batch.ts';

const lineIds = Array.from({ length: 10_000 }, () => randomUUID());

/**
 * Not usable in production: it has no HTTP and no checks, and balances have no limit. It measures the cost of writing
 * the records of 10,000 lines and adding them to one balance of each.
 */
export const contender: Contender = {
  name: 'baseline: rows and sums',
  records: 'each record under its id in a plain table, and the sum of each line; one commit for a batch',
  async start() {
    const postgres = await startPostgres();
    const pool = openPool(postgres.url);
    await pool.query(createTables);
    await pool.query('insert into balance (id) select unnest($1::uuid[])', [lineIds]);
    let recordCount = 0;

    return {
      versions: { PostgreSQL: postgres.version },
      countCommits: postgres.countCommits,
      settle: postgres.settle,
      async place() {
        const batch = buildBatch(() => {
          recordCount += 1;
          return lineIds[recordCount % lineIds.length] as string;
        });
        await pool.query({ ...record, values: [JSON.stringify(batch)] });
      },
      async countCompleted() {
        return Number(
          (await pool.query('select count(*) / $1::numeric as count from record', [recordsInBatch])).rows[0].count,
        );
      },
      async stop() {
        await pool.end();
        await postgres.stop();
      },
    };
  },
};

const createTables = `
  create table balance (id uuid primary key, used bigint not null default 0) with (fillfactor = 70);
  create table record (
    id text primary key,
    line_id uuid not null,
    type text not null,
    amount bigint not null,
    used_at timestamptz not null
  )`;

/** Balances are locked in one order, so that concurrent writers cannot deadlock. */
const record = {
  name: 'record',
  text: `
    with sent as (
      select *
      from jsonb_to_recordset($1::jsonb) as r("recordId" text, "lineId" uuid, type text, amount bigint,
        "usedAt" timestamptz)),
    inserted as (insert into record select * from sent on conflict do nothing returning line_id, amount),
    sums as (select line_id, sum(amount) as amount from inserted group by line_id),
    locked as (select id from balance where id in (select line_id from sums) order by id for update)
    update balance b set used = used + sums.amount from sums, locked where b.id = sums.line_id and locked.id = b.id`,
};

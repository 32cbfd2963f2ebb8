import type { Contender } from '../harness/contender.ts';
import { openPool } from '../services/pool.ts';
import { startPostgres } from '../services/postgres.ts';

/** No allocation and no history: each client knows its row. It measures the cost of a durable change of one row. */
export const contender: Contender = {
  name: 'baseline: one row updated',
  records: 'a flag on a row of a plain table, found by its key; one commit',
  async start() {
    const postgres = await startPostgres();
    const pool = openPool(postgres.url);
    await pool.query(createRows);
    let next = 0;

    return {
      versions: { PostgreSQL: postgres.version },
      countCommits: postgres.countCommits,
      settle: postgres.settle,
      async place() {
        next += 1;
        await pool.query({
          name: 'reserve',
          text: 'update number set is_reserved = true where id = $1 and not is_reserved',
          values: [next],
        });
      },
      async countCompleted() {
        return Number((await pool.query('select count(*) from number where is_reserved')).rows[0].count);
      },
      async stop() {
        await pool.end();
        await postgres.stop();
      },
    };
  },
};

/** More rows than a measurement uses. */
const createRows = `
  create table number (id integer primary key, is_reserved boolean not null default false) with (fillfactor = 70);
  insert into number (id) select generate_series(1, 1000000)`;

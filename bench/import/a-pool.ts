import { randomUUID } from 'node:crypto';
import { type OpenDb, openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { aPool, type TestPool } from '@linework/testing/a-pool';
import { everyRange } from '@linework/testing/a-range';
import { startPostgres } from '../services/postgres.ts';

export interface EmptyPool {
  readonly db: OpenDb;
  readonly url: string;
  readonly version: string;
  readonly pool: TestPool;
  /** Raises unless the pool has this many resources, by its rows, its counter, its states and its events. */
  check(rows: number): Promise<void>;
  close(): Promise<void>;
}

/** Creates a database with the project's migrations and an empty pool, whose broker may have any number. */
export async function anEmptyPool(): Promise<EmptyPool> {
  const postgres = await startPostgres();
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url, applicationName: `bench ${randomUUID()}` });
  const pool = await aPool(db);
  await everyRange(db, { id: pool.brokerId });
  return {
    db,
    url: postgres.url,
    version: postgres.version,
    pool,
    async check(rows) {
      const counted = await db.pool.query<Record<string, string>>(
        `SELECT (SELECT count(*) FROM resource) AS resources,
           (SELECT count(*) FROM resource_state WHERE status = 'available') AS states,
           (SELECT sum(delta) FROM pool_count WHERE pool_id = $1) AS counted,
           (SELECT count(*) FROM event WHERE resource_type = 'resource') AS events`,
        [pool.id],
      );
      const wrong = Object.entries(counted.rows[0] ?? {}).filter(([, count]) => Number(count) !== rows);
      if (wrong.length > 0)
        throw new Error(`Expected ${rows} rows, but found ${wrong.map((entry) => entry.join(' ')).join(', ')}`);
    },
    async close() {
      await db.close();
      await postgres.stop();
    },
  };
}

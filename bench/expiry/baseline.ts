import { openPool } from '../services/pool.ts';
import { startPostgres } from '../services/postgres.ts';
import type { ExpiryContender } from './expiry-contender.ts';
import { createStock } from './stock.ts';

/** Not usable in production: it locks all rows at once and emits no events. It measures the cost of the writes. */
export const contender: ExpiryContender = {
  name: 'baseline: one UPDATE',
  records: "one UPDATE of all of Linework's reservations; no resource, no event",
  leadMs: 90_000,
  async start() {
    const postgres = await startPostgres();
    const pool = openPool(postgres.url);
    const stock = await createStock(postgres.url, pool);
    return {
      versions: { PostgreSQL: postgres.version },
      pool,
      remainingQuery: "select id, expires_at from reservation where status = 'ACTIVE'",
      reserve: stock.reserve,
      async expireAll() {
        await pool.query("update reservation set status = 'EXPIRED', updated_at = now() where status = 'ACTIVE'");
      },
      async stop() {
        await pool.end();
        await postgres.stop();
      },
    };
  },
};

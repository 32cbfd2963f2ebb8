import { randomUUID } from 'node:crypto';
import { openDb } from '@linework/db/db';
import { reserveResources } from '@linework/inventory/reservations/reserve-resources';
import type { Contender } from '../harness/contender.ts';
import { connections } from '../services/pool.ts';
import { startPostgres } from '../services/postgres.ts';
import { countReserved, createNumberPools } from './number-pools.ts';

/** Linework's use case on its own tables: one statement for concurrent reservations. */
export function lineworkWith(poolCount: number, name: string): Contender {
  return {
    name,
    records:
      'reservation, the reserved number with its guards, event and pool counter; one commit for concurrent requests',
    async start() {
      const postgres = await startPostgres();
      const db = openDb({ url: postgres.url, poolSize: connections });
      const { brokerId, nextPoolId } = await createNumberPools(postgres.url, poolCount);
      const caller = { keyId: randomUUID(), brokerId, scopes: ['inventory:write'] } as const;

      return {
        versions: { PostgreSQL: postgres.version },
        countCommits: postgres.countCommits,
        settle: postgres.settle,
        async place() {
          await reserveResources(db, { caller, from: { poolId: nextPoolId() }, quantity: 1 });
        },
        async countCompleted() {
          return Number((await db.pool.query(countReserved)).rows[0].count);
        },
        async stop() {
          await db.close();
          await postgres.stop();
        },
      };
    },
  };
}

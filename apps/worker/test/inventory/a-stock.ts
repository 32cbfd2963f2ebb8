import { type OpenDb, openDb } from '@linework/db/db';
import { aPool, type TestPool } from '@linework/testing/a-pool';
import { createTestDb } from '@linework/testing/create-test-db';
import { findInventoryViolations } from '@linework/testing/invariants/check-invariants';
import type { Settings } from '@linework/testing/processes/start-program';
import { startWorker, type WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { expect } from 'vitest';

/** A database with workers that keep its clocks, and nothing else. */
export interface Stock {
  readonly db: OpenDb;
  readonly url: string;
  pool(count: number): Promise<TestPool>;
  /** Starts one more worker. It ends with the stock. */
  startWorker(settings?: Settings): Promise<WorkerProcess>;
  /** Kills every worker that is left. */
  killWorkers(): Promise<void>;
  /** Waits until this pool has nothing that is reserved, and raises unless everything then holds that must always hold. */
  isGivenBack(pool: TestPool): Promise<void>;
  close(): Promise<void>;
}

/** Hundreds of thousands of rows are written here at once. */
const statementTimeoutMs = 120_000;

export async function aStock(redisUrl: string): Promise<Stock> {
  const testDb = await createTestDb();
  const db = openDb({ url: testDb.url, statementTimeoutMs });
  const workers: WorkerProcess[] = [];
  const killWorkers = async () => void (await Promise.all(workers.splice(0).map((worker) => worker.kill())));

  return {
    db,
    url: testDb.url,
    pool: (count) => aPool(db, { count }),
    async startWorker(settings = {}) {
      const worker = await startWorker({ LOG_LEVEL: 'debug', DATABASE_URL: testDb.url, REDIS_URL: redisUrl, ...settings });
      workers.push(worker);
      return worker;
    },
    killWorkers,
    async isGivenBack({ id }) {
      const reserved = () => db.prisma.resourceState.count({ where: { poolId: id, status: 'reserved' } });
      await waitUntil('everything is given back', async () => (await reserved()) === 0);
      expect(await findInventoryViolations(db)).toEqual([]);
    },
    async close() {
      await killWorkers();
      await db.close();
      await testDb.drop();
    },
  };
}

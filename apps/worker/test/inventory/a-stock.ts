import { type OpenDb, openDb } from '@linework/db/db';
import { aPool, type TestPool } from '@linework/testing/a-pool';
import { createTestDb } from '@linework/testing/create-test-db';
import { findInventoryViolations } from '@linework/testing/invariants/check-invariants';
import { startWorker, type WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { Settings } from '@linework/testing/programs/process-settings';
import { expect } from 'vitest';

/** A database and workers that run its schedules. */
export interface Stock {
  readonly db: OpenDb;
  readonly url: string;
  pool(count: number): Promise<TestPool>;
  /** Starts another worker, which ends with the stock. */
  startWorker(settings?: Settings): Promise<WorkerProcess>;
  /** Kills all running workers. */
  killWorkers(): Promise<void>;
  /** Waits until this pool has no reserved resources, and then checks all invariants. */
  expectReleased(pool: TestPool): Promise<void>;
  close(): Promise<void>;
}

/** One statement writes up to 100,000 rows, which takes longer than the default timeout. */
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
      const worker = await startWorker({
        LOG_LEVEL: 'debug',
        DATABASE_URL: testDb.url,
        REDIS_URL: redisUrl,
        ...settings,
      });
      workers.push(worker);
      return worker;
    },
    killWorkers,
    async expectReleased({ id }) {
      const reserved = () => db.prisma.resourceState.count({ where: { poolId: id, status: 'reserved' } });
      await waitUntil('all resources are released', async () => (await reserved()) === 0);
      expect(await findInventoryViolations(db)).toEqual([]);
    },
    async close() {
      await killWorkers();
      await db.close();
      await testDb.drop();
    },
  };
}

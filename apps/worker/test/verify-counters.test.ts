import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type OpenDb, openDb } from '@linework/db/db';
import { aPool } from '@linework/testing/a-pool';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { compileCache } from '@linework/testing/programs/process-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let testDb: TestDb;
let db: OpenDb;
beforeAll(async () => {
  testDb = await createTestDb();
  db = openDb({ url: testDb.url });
});
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

interface ProcessResult {
  readonly code: number;
  readonly output: string;
}

const main = fileURLToPath(new URL('../src/verify-counters-main.ts', import.meta.url));
const verifyCounters = (...options: readonly string[]): Promise<ProcessResult> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [main, ...options], { env: { ...compileCache, DATABASE_URL: testDb.url } }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });

describe('the program that verifies the counters', () => {
  it('prints wrong counters and exits with 1, repairs them with --fix, and then finds none', async () => {
    const pool = await aPool(db, { count: 2 });
    await db.prisma.poolCount.create({ data: { poolId: pool.id, status: 'available', delta: 40 } });
    const wrong = `pool ${pool.id}, available: counter 42, resources 2\n`;
    expect(await verifyCounters()).toEqual({ code: 1, output: `${wrong}Wrong counters: 1.\n` });
    expect(await verifyCounters('--fix')).toEqual({ code: 0, output: `${wrong}Wrong counters: 1, all repaired.\n` });
    expect(await verifyCounters()).toEqual({ code: 0, output: 'All pool counters match.\n' });
  });
});

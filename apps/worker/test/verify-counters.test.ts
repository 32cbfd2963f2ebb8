import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type OpenDb, openDb } from '@linework/db/db';
import { aPool } from '@linework/testing/a-pool';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
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
  readonly said: string;
}

const main = fileURLToPath(new URL('../src/verify-counters-main.ts', import.meta.url));
const verifyCounters = (...options: readonly string[]): Promise<ProcessResult> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [main, ...options], { env: { DATABASE_URL: testDb.url } }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });

describe('the program that proves the counts', () => {
  it('says what is wrong and ends with 1, mends it when told to, and then finds nothing', async () => {
    const pool = await aPool(db, { count: 2 });
    await db.prisma.poolCount.create({ data: { poolId: pool.id, status: 'available', delta: 40 } });
    const wrong = `pool ${pool.id}, available: shown 42, there are 2\n`;
    expect(await verifyCounters()).toEqual({ code: 1, said: `${wrong}Wrong numbers: 1.\n` });
    expect(await verifyCounters('--mend')).toEqual({ code: 0, said: `${wrong}Wrong numbers: 1, all put right.\n` });
    expect(await verifyCounters()).toEqual({ code: 0, said: 'Every number is right.\n' });
  });
});

import { type OpenDb, openDb } from '@linework/db/db';
import { aPool } from '@linework/testing/a-pool';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runLinework } from '../start-linework.ts';

takesLong('much-work');

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

const verifyCounters = async (...options: readonly string[]) => {
  const { code, output, errorOutput } = await runLinework(['admin', 'verify-counters', ...options], {
    settings: { DATABASE_URL: testDb.url },
  });
  return { code, output: output + errorOutput };
};

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

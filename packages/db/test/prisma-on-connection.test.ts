import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDb, openDb } from '../src/db.ts';

let testDb: TestDb;
let db: OpenDb;

beforeAll(async () => {
  testDb = await createTestDb();
  db = openDb({ url: testDb.url, poolSize: 1 });
});

afterAll(async () => {
  await db.close();
  await testDb.drop();
});

describe('Prisma in a transaction', () => {
  it('gives the connection one statement at a time, whatever it is asked at once', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);
    await db.transaction((tx) => Promise.all([tx.prisma.broker.count(), tx.prisma.line.count(), tx.prisma.order.count()]));
    // Warnings are told in a later turn.
    await new Promise((wake) => setImmediate(wake));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDb, openDb } from '../src/db.ts';

let testDb: TestDb;
let db: OpenDb;

beforeAll(async () => {
  testDb = await createTestDb();
  db = openDb({ url: testDb.url, poolSize: 3 });
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

  it('sees what its own transaction has written and no other sees', async () => {
    const id = randomUUID();
    const written = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<void>();
    const writing = db.transaction(async (tx) => {
      await tx.prisma.broker.create({ data: { id, name: 'Uncommitted' } });
      written.resolve();
      await seen.promise;
      return tx.prisma.broker.count({ where: { id } });
    });
    await written.promise;
    const besides = await Promise.all([db.prisma.broker.count({ where: { id } }), db.transaction((tx) => tx.prisma.broker.count({ where: { id } }))]);
    seen.resolve();
    expect([await writing, ...besides]).toEqual([1, 0, 0]);
  });

  it('is rolled back with it', async () => {
    const id = randomUUID();
    const failing = db.transaction(async (tx) => {
      await tx.prisma.broker.create({ data: { id, name: 'Taken back' } });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.prisma.broker.count({ where: { id } })).toBe(0);
  });

  it('refuses what Prisma would send together with what others ask', async () => {
    const asked = db.transaction((tx) => tx.prisma.broker.findUnique({ where: { id: randomUUID() } }));
    await expect(asked).rejects.toThrow('use findFirst');
  });

  it('refuses to begin a transaction inside', async () => {
    const [id, name] = [randomUUID(), 'Nested'];
    const line = { holders: { create: { id, name, federalTaxId: '0' } } };
    await expect(db.transaction((tx) => tx.prisma.broker.create({ data: { id, name, ...line } }))).rejects.toThrow('nested writes');
  });
});

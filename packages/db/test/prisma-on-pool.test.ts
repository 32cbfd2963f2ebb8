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
  it('sends one statement at a time for concurrent calls', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);
    await db.transaction((tx) =>
      Promise.all([tx.prisma.broker.count(), tx.prisma.line.count(), tx.prisma.order.count()]),
    );
    // Warnings are emitted in a later turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('reads the uncommitted rows of its own transaction only', async () => {
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
    const others = await Promise.all([
      db.prisma.broker.count({ where: { id } }),
      db.transaction((tx) => tx.prisma.broker.count({ where: { id } })),
    ]);
    seen.resolve();
    expect([await writing, ...others]).toEqual([1, 0, 0]);
  });

  it('is rolled back with the transaction', async () => {
    const id = randomUUID();
    const failing = db.transaction(async (tx) => {
      await tx.prisma.broker.create({ data: { id, name: 'Rolled back' } });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.prisma.broker.count({ where: { id } })).toBe(0);
  });

  it('rejects operations that Prisma would batch with those of other callers', async () => {
    const query = db.transaction((tx) => tx.prisma.broker.findUnique({ where: { id: randomUUID() } }));
    await expect(query).rejects.toThrow('use findFirst');
  });

  it('rejects an operation that begins another transaction', async () => {
    const [id, name] = [randomUUID(), 'Nested'];
    const line = { holders: { create: { id, name, federalTaxId: '0' } } };
    await expect(db.transaction((tx) => tx.prisma.broker.create({ data: { id, name, ...line } }))).rejects.toThrow(
      'nested writes',
    );
  });
});

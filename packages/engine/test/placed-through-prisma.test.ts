import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { anActiveLine } from '@linework/testing/a-line';
import { anOperator } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeOrder } from './support/place-order.ts';
import { blockLine } from './support/test-order-types.ts';

/** The statements that write orders, by the way they were sent. */
const sent = { prisma: [] as string[], pg: [] as string[] };
const writesOrders = (text: string) => /\bINSERT INTO orders\b/.test(text);
const transactionStatement = statement(
  'test-transaction-of-order',
  { id: 'uuid' },
  'SELECT o.xmin::text AS "orderTransaction", pg_current_xact_id()::xid::text AS own FROM orders o WHERE o.id = :id',
).returns<{ orderTransaction: string; own: string }>();

/** The same database, which notes how each statement that writes orders is sent. */
function watch(db: Db): Db {
  const prisma = new Proxy(db.prisma, {
    get(target, name, receiver) {
      if (name !== '$queryRawUnsafe') return Reflect.get(target, name, receiver);
      return (text: string, ...values: unknown[]) => {
        if (writesOrders(text)) sent.prisma.push(text);
        return target.$queryRawUnsafe(text, ...values);
      };
    },
  });
  return {
    ...db,
    prisma,
    query(statement, ...given) {
      if (writesOrders(statement.text)) sent.pg.push(statement.text);
      return db.query(statement, ...given);
    },
    transaction: (work) => db.transaction((tx) => work(watch(tx))),
    savepoint: (work) => db.savepoint((tx) => work(watch(tx))),
    dryRun: (work) => db.dryRun((tx) => work(watch(tx))),
  };
}

describe('the statement that places orders', () => {
  let engine: TestEngine;
  let db: Db;
  beforeAll(async () => {
    engine = await createTestEngine({ orderTypes: [blockLine] });
    db = watch(engine.db);
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    sent.prisma.length = 0;
    sent.pg.length = 0;
  });

  const aRequest = async () => ({
    orderType: blockLine,
    caller: anOperator(),
    lineId: (await anActiveLine(engine.db)).id,
    correlationId: 'c',
  });

  it('is sent by Prisma for a single order', async () => {
    await placeOrder({ ...engine.deps, db }, await aRequest());
    expect([sent.prisma.length, sent.pg.length]).toEqual([1, 0]);
  });

  it('is sent by Prisma for orders that arrive together', async () => {
    const requests = await Promise.all(Array.from({ length: 8 }, aRequest));
    await Promise.all(requests.map((request) => placeOrder({ ...engine.deps, db }, request)));
    expect(sent.prisma.length).toBeGreaterThan(0);
    expect(sent.pg).toEqual([]);
  });

  it('is sent by Prisma inside a transaction, and is part of it', async () => {
    const request = await aRequest();
    await db.transaction(async (tx) => {
      const { orderId } = await placeOrder({ ...engine.deps, db: tx }, request);
      const [found] = await tx.query(transactionStatement, { id: orderId });
      expect(found?.orderTransaction).toBe(found?.own);
    });
    expect([sent.prisma.length, sent.pg.length]).toEqual([1, 0]);
  });
});

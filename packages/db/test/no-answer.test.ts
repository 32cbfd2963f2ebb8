import { createTestDb } from '@linework/testing/create-test-db';
import { stallingProxy } from '@linework/testing/stalling-proxy';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Db, type OpenDb, openDb } from '../src/db.ts';
import { isDatabaseUnavailable } from '../src/is-database-unavailable.ts';
import { statement } from '../src/statement.ts';

const ownSession = statement('test-own-session', 'SELECT pg_backend_pid() AS pid');
const makeReadOnly = statement('test-make-read-only', 'SET TRANSACTION READ ONLY');
const touch = statement('test-touch', 'CREATE TABLE touched ()');

const testDb = await createTestDb();
const proxy = await stallingProxy(testDb.url);
let db: OpenDb;
beforeEach(async () => {
  proxy.resume();
  db = openDb({ url: proxy.url, statementTimeoutMs: 200, poolSize: 2 });
  await db.query(ownSession, []);
});
afterEach(() => db.close());
afterAll(async () => {
  proxy.close();
  await testDb.drop();
});

const asks: Readonly<Record<string, (of: Db) => Promise<unknown>>> = {
  'a statement': (of) => of.query(ownSession, []),
  Prisma: (of) => of.prisma.broker.count(),
  'a transaction': (of) => of.transaction((tx) => tx.query(ownSession, [])),
};
const raisedBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe.each(Object.entries(asks))('while the server does not answer, %s', (_name, ask) => {
  it('fails because the database is away, and leaves no connection behind', async () => {
    proxy.stall();
    expect(isDatabaseUnavailable(await raisedBy(ask(db)))).toBe(true);
    expect(db.pool.totalCount).toBe(0);
  });

  it('inside a transaction fails so the first time and, at once, every time after', async () => {
    const raised: unknown[] = [];
    const work = db.transaction(async (tx) => {
      await tx.query(ownSession, []);
      proxy.stall();
      raised.push(await raisedBy(ask(tx)));
      const sentBefore = proxy.received();
      for (let times = 0; times < 5; times += 1) raised.push(await raisedBy(ask(tx)));
      // Whoever sends nothing has nothing to wait for.
      expect(proxy.received()).toBe(sentBefore);
      throw raised.at(-1);
    });
    raised.push(await raisedBy(work));
    expect(raised.map(isDatabaseUnavailable)).toEqual(raised.map(() => true));
    expect(db.pool.totalCount).toBe(0);
  });
});

describe('when the server answers again', () => {
  it('the pool has room for as many connections as before', async () => {
    proxy.stall();
    await Promise.all([1, 2, 3].map(() => raisedBy(db.query(ownSession, []))));
    proxy.resume();
    await expect(Promise.all([1, 2, 3].map(() => db.query(ownSession, [])))).resolves.toHaveLength(3);
  });
});

describe('closing', () => {
  it('ends while the server does not answer', async () => {
    await db.query(ownSession, []);
    proxy.stall();
    await db.close();
    expect(db.pool.totalCount).toBe(0);
    db = openDb({ url: testDb.url });
  });
});

describe('a server that has become read-only', () => {
  it('is away, and its connection is not lent again', async () => {
    const before = await db.query<{ pid: number }>(ownSession, []);
    const work = db.transaction(async (tx) => {
      await tx.query(makeReadOnly, []);
      await tx.query(touch, []);
    });
    expect(isDatabaseUnavailable(await raisedBy(work))).toBe(true);
    expect(await db.query(ownSession, [])).not.toEqual(before);
  });

  it('is away for Prisma too', async () => {
    const work = db.transaction(async (tx) => {
      await tx.query(makeReadOnly, []);
      await tx.prisma.broker.deleteMany();
    });
    expect(isDatabaseUnavailable(await raisedBy(work))).toBe(true);
  });
});

describe('a statement that the server gives up in time', () => {
  it('leaves the connection to the next one', async () => {
    const before = await db.query<{ pid: number }>(ownSession, []);
    const slow = statement('test-slow', 'SELECT pg_sleep(60)');
    expect(isDatabaseUnavailable(await raisedBy(db.transaction((tx) => tx.query(slow, []))))).toBe(true);
    expect(await db.query(ownSession, [])).toEqual(before);
  });
});

import { createTestDb } from '@linework/testing/create-test-db';
import { takesLong } from '@linework/testing/run/takes-long';
import { stallingProxy } from '@linework/testing/servers/stalling-proxy';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Db, type OpenDb, openDb } from '../src/db.ts';
import { isLockTimeout, isStatementTimeout } from '../src/errors.ts';
import { isDatabaseUnavailable } from '../src/is-database-unavailable.ts';
import { statement, unprepared } from '../src/statement.ts';

takesLong('much-work');

const ownSession = statement('test-own-session', 'SELECT pg_backend_pid() AS pid').returns<{ pid: number }>();
const makeReadOnly = statement('test-make-read-only', 'SET TRANSACTION READ ONLY');
const touch = statement('test-touch', 'CREATE TABLE touched ()');

const testDb = await createTestDb();
const proxy = await stallingProxy(testDb.url);
let db: OpenDb;
beforeEach(async () => {
  proxy.resume();
  db = openDb({ url: proxy.url, statementTimeoutMs: 1_000, poolSize: 2 });
  await db.query(ownSession);
});
afterEach(() => db.close());
afterAll(async () => {
  proxy.close();
  await testDb.drop();
});

const requests: Readonly<Record<string, (from: Db) => Promise<unknown>>> = {
  'a statement': (from) => from.query(ownSession),
  Prisma: (from) => from.prisma.broker.count(),
  'a transaction': (from) => from.transaction((tx) => tx.query(ownSession)),
};
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => error,
  );

describe.each(Object.entries(requests))('while the server does not respond, %s', (_name, request) => {
  it('fails because the database is unavailable, and leaves no connection open', async () => {
    proxy.stall();
    expect(isDatabaseUnavailable(await errorOf(request(db)))).toBe(true);
    expect(db.pool.totalCount).toBe(0);
  });

  it('fails the same way in a transaction, and immediately on each further attempt', async () => {
    const errors: unknown[] = [];
    const work = db.transaction(async (tx) => {
      await tx.query(ownSession);
      proxy.stall();
      errors.push(await errorOf(request(tx)));
      const sentBefore = proxy.received();
      for (let times = 0; times < 5; times += 1) errors.push(await errorOf(request(tx)));
      // Nothing was sent, so nothing could be waited for.
      expect(proxy.received()).toBe(sentBefore);
      throw errors.at(-1);
    });
    errors.push(await errorOf(work));
    expect(errors.map(isDatabaseUnavailable)).toEqual(errors.map(() => true));
    expect(db.pool.totalCount).toBe(0);
  });
});

describe('when the server responds again', () => {
  it('the pool can open as many connections as before', async () => {
    proxy.stall();
    await Promise.all([1, 2, 3].map(() => errorOf(db.query(ownSession))));
    proxy.resume();
    await expect(Promise.all([1, 2, 3].map(() => db.query(ownSession)))).resolves.toHaveLength(3);
  });
});

describe('closing', () => {
  it('ends while the server does not respond', async () => {
    await db.query(ownSession);
    proxy.stall();
    await db.close();
    expect(db.pool.totalCount).toBe(0);
    db = openDb({ url: testDb.url });
  });
});

describe('a server that has become read-only', () => {
  it('is unavailable, and its connection is not used again', async () => {
    const before = await db.query(ownSession);
    const work = db.transaction(async (tx) => {
      await tx.query(makeReadOnly);
      await tx.query(touch);
    });
    expect(isDatabaseUnavailable(await errorOf(work))).toBe(true);
    expect(await db.query(ownSession)).not.toEqual(before);
  });

  it('is unavailable for Prisma too', async () => {
    const work = db.transaction(async (tx) => {
      await tx.query(makeReadOnly);
      await tx.prisma.broker.deleteMany();
    });
    expect(isDatabaseUnavailable(await errorOf(work))).toBe(true);
  });
});

describe('a statement with limits of its own', () => {
  // Longer than the usual 1 s and the half second in which the server may report its own timeout.
  const slow = statement('test-slow-and-allowed', 'SELECT pg_sleep(1.7)::text AS slept', { timeoutMs: 10_000 });
  const cancelled = statement('test-slow', 'SELECT pg_sleep(60)', { timeoutMs: 100 });
  const readLimits = unprepared(
    'test-read-limits',
    "SELECT current_setting('statement_timeout') AS timeout, current_setting('lock_timeout') AS lock",
  );

  it.each([
    ['alone', () => db.query(slow)],
    ['in a transaction', () => db.transaction((tx) => tx.query(slow))],
  ])('may take longer than the others %s', async (_name, run) => {
    await expect(run()).resolves.toHaveLength(1);
  });

  it('leaves the limits of the transaction as they were', async () => {
    await db.transaction(async (tx) => {
      const before = await tx.query(readLimits);
      await tx.query(statement('test-quick', 'SELECT 1', { timeoutMs: 10_000, lockTimeoutMs: 10 }));
      expect(await tx.query(readLimits)).toEqual(before);
    });
  });

  it('is cancelled by the server, and leaves its connection usable', async () => {
    const before = await db.query(ownSession);
    const error = await errorOf(db.query(cancelled));
    expect([isDatabaseUnavailable(error), isStatementTimeout(error)]).toEqual([true, true]);
    expect(await db.query(ownSession)).toEqual(before);
  });

  it('does not wait for a lock longer than it says', async () => {
    const lockBrokers = unprepared('test-lock-brokers', 'LOCK TABLE broker IN EXCLUSIVE MODE', { lockTimeoutMs: 10 });
    const other = openDb({ url: testDb.url });
    await db.transaction(async (tx) => {
      await tx.query(lockBrokers);
      const error = await errorOf(other.query(lockBrokers));
      expect(isLockTimeout(error), String(error)).toBe(true);
    });
    await other.close();
  });
});

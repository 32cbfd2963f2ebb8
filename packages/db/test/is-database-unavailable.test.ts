import { aTestDb } from '@linework/testing/a-test-db';
import { sql } from '@linework/testing/sql';
import { describe, expect, it } from 'vitest';
import type { Db } from '../src/db.ts';
import { isConnectionLost, isDatabaseUnavailable } from '../src/is-database-unavailable.ts';
import { statement } from '../src/statement.ts';

const ownSession = statement('test-own-session', 'SELECT pg_backend_pid() AS pid').returns<{ pid: number }>();
const endSession = statement('test-end-session', { pid: 'int?' }, 'SELECT pg_terminate_backend(:pid)');

const db = await aTestDb();

const requests: Readonly<Record<string, (tx: Db) => Promise<unknown>>> = {
  'a statement': (tx) => tx.query(ownSession),
  Prisma: (tx) => tx.prisma.broker.count(),
};

/** Sends several requests in a transaction whose session was ended. Returns the error of each. */
async function requestAfterEnd(request: (tx: Db) => Promise<unknown>): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  await db
    .transaction(async (tx) => {
      const [session] = await tx.query(ownSession);
      await db.query(endSession, { pid: session?.pid });
      for (let times = 0; times < 3; times += 1) await request(tx).catch((error: unknown) => errors.push(error));
      throw errors.at(-1);
    })
    .catch(() => {});
  return errors;
}

describe.each(Object.entries(requests))('in a transaction whose connection was lost, %s', (_name, request) => {
  it('throws each time an error that means that the database is unavailable', async () => {
    const errors = await requestAfterEnd(request);
    expect(errors).toHaveLength(3);
    expect(errors.map((error) => [isDatabaseUnavailable(error), (error as Error).message])).toEqual(
      errors.map((error) => [true, (error as Error).message]),
    );
  });
});

describe('a bug of Linework', () => {
  it('does not mean that the database is unavailable', async () => {
    const error = await db.query(sql`SELECT FROM no_such_table`).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

describe('a statement that times out on a responsive server', () => {
  it('means that the database is unavailable but the connection is usable, also as the cause of a problem', () => {
    const timeout = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    const problem = Object.assign(new Error('The database does not respond.', { cause: timeout }), {
      code: 'unavailable',
    });
    expect([timeout, problem].map((error) => [isDatabaseUnavailable(error), isConnectionLost(error)])).toEqual([
      [true, false],
      [true, false],
    ]);
  });
});

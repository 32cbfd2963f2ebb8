import { aTestDb } from '@linework/testing/a-test-db';
import { describe, expect, it } from 'vitest';
import type { Db } from '../src/db.ts';
import { isConnectionLost, isDatabaseUnavailable } from '../src/is-database-unavailable.ts';
import { statement } from '../src/statement.ts';

const ownSession = statement('test-own-session', 'SELECT pg_backend_pid() AS pid');
const endSession = statement('test-end-session', 'SELECT pg_terminate_backend($1)');

const db = await aTestDb();

const asks: Readonly<Record<string, (tx: Db) => Promise<unknown>>> = {
  'a statement': (tx) => tx.query(ownSession, []),
  Prisma: (tx) => tx.prisma.broker.count(),
};

/** Asks a transaction whose session was ended again and again; answers what each time was raised. */
async function askOfBroken(ask: (tx: Db) => Promise<unknown>): Promise<readonly unknown[]> {
  const raised: unknown[] = [];
  await db
    .transaction(async (tx) => {
      const [session] = await tx.query<{ pid: number }>(ownSession, []);
      await db.query(endSession, [session?.pid]);
      for (let times = 0; times < 3; times += 1) await ask(tx).catch((error: unknown) => raised.push(error));
      throw raised.at(-1);
    })
    .catch(() => {});
  return raised;
}

describe.each(Object.entries(asks))('in a transaction whose connection broke, %s', (_name, ask) => {
  it('says that the database is away, the first time and every time after', async () => {
    const raised = await askOfBroken(ask);
    expect(raised).toHaveLength(3);
    expect(raised.map((error) => [isDatabaseUnavailable(error), (error as Error).message])).toEqual(raised.map((error) => [true, (error as Error).message]));
  });
});

describe('a defect of ours', () => {
  it('is not the database being away', async () => {
    const raised = await db.query(statement('test-no-such-table', 'SELECT FROM no_such_table'), []).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(raised)).toBe(false);
  });
});

describe('a statement that took too long on a server that lives', () => {
  it('says that the database is away, and leaves the connection, also as the cause of a problem', () => {
    const tooLong = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    const problem = Object.assign(new Error('The database does not answer.', { cause: tooLong }), { code: 'unavailable' });
    expect([tooLong, problem].map((error) => [isDatabaseUnavailable(error), isConnectionLost(error)])).toEqual([
      [true, false],
      [true, false],
    ]);
  });
});

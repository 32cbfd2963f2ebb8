import { createTestDb } from '@linework/testing/create-test-db';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { withBrokerScope, withOwner, withoutOwner } from '../src/broker-scope.ts';
import { type OpenDb, openDb } from '../src/db.ts';
import { isDatabaseUnavailable } from '../src/is-database-unavailable.ts';
import { statement } from '../src/statement.ts';

const ping = statement('test-ping', 'SELECT 1 AS one');
const testDb = await createTestDb();
const opened: OpenDb[] = [];
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});
afterAll(() => testDb.drop());

function aDb({
  poolSize,
  statementTimeoutMs = 60_000,
}: {
  readonly poolSize: number;
  readonly statementTimeoutMs?: number;
}): OpenDb {
  const db = openDb({ url: testDb.url, poolSize, statementTimeoutMs });
  opened.push(db);
  return db;
}

/** Transactions that hold their connections until the test ends them, with the number of those that have one. */
function holdConnections(db: OpenDb, brokerId: string, count: number) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let holding = 0;
  const hold = () =>
    db.transaction(async () => {
      holding += 1;
      await ended;
    });
  const all = Array.from({ length: count }, () => withBrokerScope(brokerId, hold));
  return {
    holding: () => holding,
    async end() {
      end();
      await Promise.all(all);
    },
  };
}

const owners: Readonly<Record<string, (work: () => Promise<unknown>) => Promise<unknown>>> = {
  'another broker': (work) => withBrokerScope('B', work),
  "an operator's key": (work) => withOwner('key', work),
  'the process itself': (work) => work(),
  'a batch that another request of the broker began': (work) =>
    withBrokerScope('A', () => withoutOwner('for all', work)),
};

describe('while one broker holds as many connections as it can, and more of its requests wait', () => {
  it.each(Object.entries(owners))('%s gets a connection', async (_name, run) => {
    const db = aDb({ poolSize: 5 });
    const held = holdConnections(db, 'A', 20);
    await waitUntil('the broker has its share', async () => held.holding() === 4);
    const reads = [() => db.query(ping), () => db.prisma.broker.count(), () => db.transaction((tx) => tx.query(ping))];
    // The check of the broker is not the subject here.
    for (const read of reads) await run(read);
    expect(held.holding()).toBe(4);
    await held.end();
  });
});

describe('the requests that wait for a connection', () => {
  it('get it in turn: one of each broker', async () => {
    const db = aDb({ poolSize: 1 });
    const held = holdConnections(db, 'A', 1);
    const order: string[] = [];
    const waiting = ['A', 'A', 'A', 'B', 'C', 'B'].map((broker) =>
      withBrokerScope(broker, () => db.transaction(async () => void order.push(broker))),
    );
    await held.end();
    await Promise.all(waiting);
    expect(order.join('')).toBe('ABCABA');
  });

  it('fail when none becomes free in the time limit, and take none afterwards', async () => {
    // The limit is for the opening of a connection too, which took more than 200 ms on a busy machine.
    const db = aDb({ poolSize: 1, statementTimeoutMs: 3_000 });
    const held = holdConnections(db, 'A', 1);
    const error = await withBrokerScope('A', () => db.query(ping)).catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    await held.end();
    expect(await db.query(ping)).toEqual([{ one: 1 }]);
  });
});

describe('a connection that fails', () => {
  it('gives its place to the next request', async () => {
    const db = aDb({ poolSize: 1 });
    const end = statement('test-end-own-session', 'SELECT pg_terminate_backend(pg_backend_pid())');
    await expect(db.query(end)).rejects.toThrow();
    const unreachable = openDb({ url: 'postgresql://127.0.0.1:1/none', poolSize: 1 });
    opened.push(unreachable);
    for (let times = 0; times < 3; times += 1) await expect(unreachable.query(ping)).rejects.toThrow('ECONNREFUSED');
    expect(await db.query(ping)).toEqual([{ one: 1 }]);
  });
});

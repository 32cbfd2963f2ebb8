import { randomUUID } from 'node:crypto';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { sql } from '@linework/testing/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Db, type OpenDb, openDb } from '../src/db.ts';
import { isUniqueViolation } from '../src/errors.ts';
import { statement } from '../src/statement.ts';

const addBroker = statement(
  'test-add-broker',
  { id: 'uuid', name: 'text' },
  'INSERT INTO broker (id, name) VALUES (:id, :name)',
);
const endSession = statement('test-end-session', { pid: 'int?' }, 'SELECT pg_terminate_backend(:pid)');
const raiseConflict = statement('test-raise-conflict', 'SELECT raise_conflict()');
const ownSession = statement('test-own-session', 'SELECT pg_backend_pid() AS pid').returns<{ pid: number }>();

let testDb: TestDb;
let db: OpenDb;
let name: string;

beforeAll(async () => {
  testDb = await createTestDb();
  db = openDb({ url: testDb.url });
  const raise = "begin raise exception 'conflict' using errcode = 'serialization_failure'; end";
  await db.pool.query(`create function raise_conflict() returns void language plpgsql as $$ ${raise} $$`);
});
afterAll(async () => {
  await db.close();
  await testDb.drop();
});
beforeEach(() => {
  name = `broker ${randomUUID()}`;
});

const isThere = async () => (await db.prisma.broker.count({ where: { name } })) === 1;

describe('a transaction', () => {
  it('contains the changes of statements and of Prisma, and runs its callbacks after the commit', async () => {
    const seen: boolean[] = [];
    await db.transaction(async (tx) => {
      await tx.query(addBroker, { id: randomUUID(), name });
      expect(await tx.prisma.broker.count({ where: { name } })).toBe(1);
      expect(await isThere()).toBe(false);
      tx.afterCommit(() => void seen.push(true));
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual([true]);
    expect(await isThere()).toBe(true);
  });

  it('changes nothing and runs no callback if its work throws', async () => {
    const work = db.transaction(async (tx) => {
      await tx.query(addBroker, { id: randomUUID(), name });
      tx.afterCommit(() => expect.unreachable());
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await isThere()).toBe(false);
  });

  it('is joined by a nested transaction', async () => {
    const work = db.transaction(async (tx) => {
      await tx.transaction((inner) => inner.query(addBroker, { id: randomUUID(), name }));
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await isThere()).toBe(false);
  });

  it('does not resolve if its work hid the error of a statement', async () => {
    const work = db.transaction(async (tx) => {
      await tx.query(addBroker, { id: randomUUID(), name });
      await tx.query(addBroker, { id: randomUUID(), name }).catch(() => {});
      tx.afterCommit(() => expect.unreachable());
    });
    await expect(work).rejects.toThrow('was rolled back');
    expect(await isThere()).toBe(false);
  });

  it('is repeated after a deadlock', async () => {
    const [one, two] = await Promise.all(
      [0, 1].map(() => db.prisma.broker.create({ data: { id: randomUUID(), name: randomUUID() } })),
    );
    if (!one || !two) throw new Error('two brokers were expected');
    let tries = 0;
    const bothAreLocked = Promise.withResolvers<void>();
    let locked = 0;
    const rename = (ids: readonly string[]) =>
      db.transaction(async (tx) => {
        tries += 1;
        for (const id of ids) {
          await tx.prisma.broker.updateMany({ where: { id }, data: { name: randomUUID() } });
          locked += 1;
          if (locked === 2) bothAreLocked.resolve();
          await bothAreLocked.promise;
        }
      });
    await Promise.all([rename([one.id, two.id]), rename([two.id, one.id])]);
    // Sometimes the aborted transaction locks its first row again before the other one has woken up, and is aborted
    // once more.
    expect(tries).toBeGreaterThan(2);
  });

  it('and a statement without one are both done if they wait for each other', async () => {
    const [one, two] = [randomUUID(), randomUUID()].toSorted() as [string, string];
    for (const id of [one, two]) await db.prisma.broker.create({ data: { id, name: id } });
    const lock = (id: string) => sql`SELECT FROM broker WHERE id = ${id}::uuid FOR UPDATE`;
    let statement: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      // PostgreSQL ends the statement, and not this transaction.
      await tx.query(sql`SELECT set_config('deadlock_timeout', '1min', true)`);
      await tx.query(lock(two));
      statement ??= db.query(sql`UPDATE broker
        SET name = name || ' renamed'
        WHERE id IN (SELECT id FROM broker WHERE id IN (${one}::uuid, ${two}::uuid) ORDER BY id FOR UPDATE)`);
      const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      while ((await db.query(waiting)).length === 0);
      await tx.query(lock(one));
    });
    await statement;
    expect(await db.prisma.broker.count({ where: { name: { in: [`${one} renamed`, `${two} renamed`] } } })).toBe(2);
  });

  it('is repeated up to three times, and runs only the callbacks of the attempt that is committed', async () => {
    let attempts = 0;
    const committed: number[] = [];
    const work = async (tx: Db, conflicts: number) => {
      attempts += 1;
      const attempt = attempts;
      tx.afterCommit(() => void committed.push(attempt));
      if (attempt <= conflicts) await tx.query(raiseConflict);
      return attempt;
    };
    expect(await db.transaction((tx) => work(tx, 3))).toBe(4);
    expect(committed).toEqual([4]);
    attempts = 0;
    await expect(db.transaction((tx) => work(tx, 4))).rejects.toMatchObject({ code: '40001', message: 'conflict' });
    expect([attempts, committed]).toEqual([4, [4]]);
  });

  it('succeeds if a connection fails at the moment of its checkout', async () => {
    // The server may send its last message together with its response to the previous user of the connection.
    const connect = db.pool.connect.bind(db.pool);
    vi.spyOn(db.pool, 'connect').mockImplementationOnce(async () => {
      const connection = await connect();
      connection.emit('error', new Error('terminating connection'));
      return connection;
    });
    await db.transaction((tx) => tx.query(addBroker, { id: randomUUID(), name }));
    expect(await isThere()).toBe(true);
  });

  it('fails without ending the program if its session is terminated between two statements', async () => {
    const work = db.transaction(async (tx) => {
      const [session] = await tx.query(ownSession);
      await db.query(endSession, { pid: session?.pid });
      await expect
        .poll(async () =>
          tx.query(ownSession).then(
            () => 'alive',
            () => 'ended',
          ),
        )
        .toBe('ended');
      await tx.query(addBroker, { id: randomUUID(), name });
    });
    await expect(work).rejects.toThrow();
    await db.transaction((tx) => tx.query(addBroker, { id: randomUUID(), name }));
    expect(await isThere()).toBe(true);
  });
});

describe('a dry run', () => {
  it('returns its result and changes nothing', async () => {
    const count = await db.dryRun(async (tx) => {
      await tx.query(addBroker, { id: randomUUID(), name });
      tx.afterCommit(() => expect.unreachable());
      return tx.prisma.broker.count({ where: { name } });
    });
    expect(count).toBe(1);
    expect(await isThere()).toBe(false);
  });

  it('rolls back only its own changes inside a transaction, at any depth', async () => {
    const rehearsed = `rehearsed ${name}`;
    const seen: string[] = [];
    await db.transaction(async (tx) => {
      await tx.query(addBroker, { id: randomUUID(), name });
      await tx.dryRun((rehearsal) =>
        rehearsal.transaction(async (inner) => {
          await inner.query(addBroker, { id: randomUUID(), name: rehearsed });
          inner.afterCommit(() => void seen.push('rehearsed'));
        }),
      );
      tx.afterCommit(() => void seen.push('done'));
    });
    expect(await isThere()).toBe(true);
    expect(await db.prisma.broker.count({ where: { name: rehearsed } })).toBe(0);
    expect(seen).toEqual(['done']);
  });

  it('lets the surrounding transaction continue after a rejected statement', async () => {
    await db.transaction(async (tx) => {
      await tx.query(addBroker, { id: randomUUID(), name });
      const rehearsal = tx.dryRun((inner) => inner.query(addBroker, { id: randomUUID(), name }));
      await expect(rehearsal).rejects.toThrow('broker_name_key');
    });
    expect(await isThere()).toBe(true);
  });
});

describe('a savepoint', () => {
  const tried = () => `tried ${name}`;

  it('rolls back only its own changes and callbacks on failure inside a transaction', async () => {
    const seen: string[] = [];
    await db.transaction(async (tx) => {
      await tx.query(addBroker, { id: randomUUID(), name });
      const attempt = tx.savepoint(async (inner) => {
        await inner.prisma.broker.create({ data: { id: randomUUID(), name: tried() } });
        inner.afterCommit(() => void seen.push('tried'));
        await inner.query(addBroker, { id: randomUUID(), name });
      });
      await expect(attempt).rejects.toThrow('broker_name_key');
      tx.afterCommit(() => void seen.push('done'));
    });
    expect([await isThere(), await db.prisma.broker.count({ where: { name: tried() } }), seen]).toEqual([
      true,
      0,
      ['done'],
    ]);
  });

  it('is committed with the surrounding transaction', async () => {
    const seen: string[] = [];
    const work = (end: () => void) =>
      db.transaction(async (tx) => {
        await tx.savepoint(async (inner) => {
          await inner.query(addBroker, { id: randomUUID(), name });
          inner.afterCommit(() => void seen.push('tried'));
        });
        end();
      });
    const refuse = () => {
      throw new Error('not so');
    };
    await expect(work(refuse)).rejects.toThrow('not so');
    expect([await isThere(), seen]).toEqual([false, []]);
    await work(() => undefined);
    expect([await isThere(), seen]).toEqual([true, ['tried']]);
  });

  it('is a transaction outside of one', async () => {
    await expect(
      db.savepoint(async (tx) => {
        await tx.query(addBroker, { id: randomUUID(), name });
        throw new Error('not so');
      }),
    ).rejects.toThrow('not so');
    expect(await isThere()).toBe(false);
    await db.savepoint((tx) => tx.query(addBroker, { id: randomUUID(), name }));
    expect(await isThere()).toBe(true);
  });
});

describe('a dedicated connection', () => {
  const note = statement('test-note', 'CREATE TEMPORARY TABLE note (text text)');
  const count = statement('test-count-notes', 'SELECT count(*)::int AS count FROM note');

  it('keeps session objects across statements and transactions, invisible to others', async () => {
    await db.withDedicatedConnection(async (session) => {
      await session.query(note);
      const counted = await session.transaction((tx) => tx.query(count));
      expect(counted).toEqual([{ count: 0 }]);
      await expect(db.query(count)).rejects.toThrow('does not exist');
    });
  });

  it('leaves no session objects, whether it succeeds or fails', async () => {
    let pid: number | undefined;
    const failing = db.withDedicatedConnection(async (session) => {
      pid = (await session.query(ownSession))[0]?.pid;
      throw new Error('it failed');
    });
    await expect(failing).rejects.toThrow('it failed');
    const sessions = statement('test-sessions', { pid: 'int?' }, 'SELECT 1 FROM pg_stat_activity WHERE pid = :pid');
    await expect.poll(() => db.query(sessions, { pid })).toEqual([]);
  });

  it('takes no connection of the pool', async () => {
    const narrow = openDb({ url: testDb.url, poolSize: 1 });
    await narrow.withDedicatedConnection(async () => expect(await narrow.query(ownSession)).toHaveLength(1));
    await narrow.close();
  });
});

describe('a unique violation', () => {
  const twice = [
    ['a statement', async () => void (await db.query(addBroker, { id: randomUUID(), name }))],
    ['Prisma', async () => void (await db.prisma.broker.create({ data: { id: randomUUID(), name } }))],
    [
      'Prisma in a transaction',
      () => db.transaction(async (tx) => void (await tx.prisma.broker.create({ data: { id: randomUUID(), name } }))),
    ],
  ] as const;

  it.each(twice)('of %s is recognised by its index', async (_, add) => {
    await add();
    const error = await add().catch((raised: unknown) => raised);
    expect(isUniqueViolation(error, 'broker_name_key')).toBe(true);
    expect(isUniqueViolation(error, 'broker_pkey')).toBe(false);
  });

  it('is not confused with another error', () => {
    expect(isUniqueViolation(new Error('broker_name_key'), 'broker_name_key')).toBe(false);
    expect(isUniqueViolation('broker_name_key', 'broker_name_key')).toBe(false);
  });
});

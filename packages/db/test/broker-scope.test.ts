import { randomUUID } from 'node:crypto';
import { aBroker } from '@linework/testing/a-broker';
import { anActiveLine, type TestLine } from '@linework/testing/a-line';
import { aTestDb } from '@linework/testing/a-test-db';
import { beforeAll, describe, expect, it } from 'vitest';
import { StatementWithoutBroker, withBrokerScope, withoutBrokerScope } from '../src/broker-scope.ts';
import { brokerTables } from '../src/broker-tables.ts';
import type { Db } from '../src/db.ts';
import { statement, unprepared } from '../src/statement.ts';

const db = await aTestDb();
let ours: TestLine;
let theirs: TestLine;
beforeAll(async () => {
  [ours, theirs] = [await anActiveLine(db), await anActiveLine(db)];
});

const lineStatement = statement('test-line', 'SELECT id, holder_id AS "holderId" FROM line WHERE id = $1::uuid');
const lineOfBrokerStatement = statement('test-line-of-broker', 'SELECT id, holder_id AS "holderId" FROM line WHERE id = $1::uuid AND broker_id = $2::uuid');
const holderStatement = statement('test-holder', 'SELECT id FROM holder WHERE id = $1::uuid');
const linesStatement = statement('test-lines', "SELECT id FROM line WHERE status = 'ACTIVE'");
const countStatement = statement('test-count', 'SELECT count(*) FROM line WHERE id = $1::uuid AND broker_id = $2::uuid');
const renameStatement = statement('test-rename', 'UPDATE holder SET name = $2 WHERE id = $1::uuid RETURNING 1');

const asked: Readonly<Record<string, (on: Db) => Promise<unknown>>> = {
  'a statement by an id alone': (on) => on.query(lineStatement, [theirs.id]),
  'a statement by no id at all': (on) => on.query(linesStatement, []),
  'a write by an id alone': (on) => on.query(renameStatement, [theirs.holderId, 'renamed']),
  'Prisma by an id alone': (on) => on.prisma.line.findFirst({ where: { id: theirs.id } }),
  'Prisma by nothing': (on) => on.prisma.line.findMany(),
  'a write of Prisma': (on) => on.prisma.holder.updateMany({ where: { id: theirs.holderId }, data: { name: 'renamed' } }),
};
const within = <Result>(work: () => Promise<Result>): Promise<Result> => withBrokerScope(ours.brokerId, work);

describe.each(Object.entries(asked))('in the request of a broker, %s', (_name, ask) => {
  it('is not sent, in a transaction or outside', async () => {
    await expect(within(() => ask(db))).rejects.toThrow(StatementWithoutBroker);
    await expect(within(() => db.transaction(ask))).rejects.toThrow(StatementWithoutBroker);
    expect(await db.prisma.holder.count({ where: { name: 'renamed' } })).toBe(0);
  });

  it('is not sent either when an id of the broker is known', async () => {
    const work = within(async () => {
      await db.query(lineOfBrokerStatement, [ours.id, ours.brokerId]);
      return ask(db);
    });
    await expect(work).rejects.toThrow(StatementWithoutBroker);
  });

  it('is sent where the code says that it is for all brokers', async () => {
    await expect(within(() => withoutBrokerScope('a test', () => db.dryRun(ask)))).resolves.toBeDefined();
  });
});

describe('in the request of a broker, a statement', () => {
  it('is sent with the id of the broker', async () => {
    expect(await within(() => db.query(lineOfBrokerStatement, [ours.id, ours.brokerId]))).toHaveLength(1);
    expect(await within(() => db.prisma.line.findMany({ where: { brokerId: ours.brokerId } }))).toHaveLength(1);
  });

  it('is sent with an id that was found for the broker, or by which something was', async () => {
    const rows = within(async () => {
      const [line] = await db.query<{ holderId: string }>(lineOfBrokerStatement, [ours.id, ours.brokerId]);
      return [await db.query(holderStatement, [line?.holderId]), await db.query(lineStatement, [ours.id])];
    });
    expect((await rows).map(({ length }) => length)).toEqual([1, 1]);
  });

  it('is not sent with an id by which nothing was found, nor with one that was only counted', async () => {
    for (const look of [lineOfBrokerStatement, countStatement]) {
      const work = within(async () => {
        await db.query(look, [theirs.id, ours.brokerId]);
        return db.query(lineStatement, [theirs.id]);
      });
      await expect(work).rejects.toThrow(StatementWithoutBroker);
    }
  });

  it('is sent with an empty list of ids, and is not with another id beside it', async () => {
    const among = statement('test-lines-among', 'SELECT id FROM line WHERE id = ANY($1::uuid[]) OR id = $2::uuid');
    expect(await within(() => db.query(among, [[], null]))).toEqual([]);
    await expect(within(() => db.query(among, [[], theirs.id]))).rejects.toThrow(StatementWithoutBroker);
  });

  it('is sent for a record that was made in the same request', async () => {
    const id = randomUUID();
    const make = unprepared(`INSERT INTO event (broker_id, type, resource_type, resource_id) VALUES ($1::uuid, 'line.noted', 'line', $2::uuid)`);
    const find = unprepared('SELECT FROM event WHERE resource_id = $1::uuid');
    const found = await db.dryRun((tx) =>
      within(async () => {
        await tx.query(make, [ours.brokerId, id]);
        return tx.query(find, [id]);
      }),
    );
    expect(found).toHaveLength(1);
  });

  it('is sent where it touches no table of brokers', async () => {
    expect(await within(() => db.query(statement('test-now', 'SELECT now()'), []))).toHaveLength(1);
  });

  it('is of one request: what another has found counts for nothing', async () => {
    const { id } = await aBroker(db);
    await within(() => db.query(lineOfBrokerStatement, [ours.id, ours.brokerId]));
    await expect(withBrokerScope(id, () => db.query(lineStatement, [ours.id]))).rejects.toThrow(StatementWithoutBroker);
  });
});

describe('the tables of brokers', () => {
  it('are those that have a broker', async () => {
    const found = await db.query<{ name: string }>(
      unprepared(`SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'broker_id'
        WHERE c.relkind IN ('r', 'p', 'v') AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname COLLATE "C"`),
      [],
    );
    expect(found.map(({ name }) => name)).toEqual([...brokerTables]);
  });
});

import { randomUUID } from 'node:crypto';
import { aBroker } from '@linework/testing/a-broker';
import { anActiveLine, type TestLine } from '@linework/testing/a-line';
import { aTestDb } from '@linework/testing/a-test-db';
import { sql } from '@linework/testing/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import { StatementWithoutBroker, withBrokerScope, withoutBrokerScope } from '../src/broker-scope.ts';
import { brokerTables } from '../src/broker-tables.ts';
import type { Db } from '../src/db.ts';
import { statement, unprepared } from '../src/statement.ts';

const db = await aTestDb();
let ownLine: TestLine;
let otherLine: TestLine;
beforeAll(async () => {
  [ownLine, otherLine] = [await anActiveLine(db), await anActiveLine(db)];
});

const lineStatement = statement(
  'test-line',
  { id: 'uuid?' },
  'SELECT id, holder_id AS "holderId" FROM line WHERE id = :id',
);
const lineOfBrokerStatement = statement(
  'test-line-of-broker',
  { id: 'uuid', brokerId: 'uuid' },
  'SELECT id, holder_id AS "holderId" FROM line WHERE id = :id AND broker_id = :brokerId',
).returns<{ holderId: string }>();
const holderStatement = statement('test-holder', { id: 'uuid?' }, 'SELECT id FROM holder WHERE id = :id');
const linesStatement = statement('test-lines', "SELECT id FROM line WHERE status = 'ACTIVE'");
const countStatement = statement(
  'test-count',
  { id: 'uuid', brokerId: 'uuid' },
  'SELECT count(*) FROM line WHERE id = :id AND broker_id = :brokerId',
);
const renameStatement = statement(
  'test-rename',
  { id: 'uuid', name: 'text' },
  'UPDATE holder SET name = :name WHERE id = :id RETURNING 1',
);

const requests: Readonly<Record<string, (from: Db) => Promise<unknown>>> = {
  'a statement by an id alone': (from) => from.query(lineStatement, { id: otherLine.id }),
  'a statement without an id': (from) => from.query(linesStatement),
  'a write by an id alone': (from) => from.query(renameStatement, { id: otherLine.holderId, name: 'renamed' }),
  'Prisma by an id alone': (from) => from.prisma.line.findFirst({ where: { id: otherLine.id } }),
  'Prisma without an id': (from) => from.prisma.line.findMany(),
  'a write of Prisma': (from) =>
    from.prisma.holder.updateMany({ where: { id: otherLine.holderId }, data: { name: 'renamed' } }),
};
const within = <Result>(work: () => Promise<Result>): Promise<Result> => withBrokerScope(ownLine.brokerId, work);

describe.each(Object.entries(requests))('in the request of a broker, %s', (_name, request) => {
  it('is not sent, inside or outside a transaction', async () => {
    await expect(within(() => request(db))).rejects.toThrow(StatementWithoutBroker);
    await expect(within(() => db.transaction(request))).rejects.toThrow(StatementWithoutBroker);
    expect(await db.prisma.holder.count({ where: { name: 'renamed' } })).toBe(0);
  });

  it('is not sent if another id of the broker is known', async () => {
    const work = within(async () => {
      await db.query(lineOfBrokerStatement, { id: ownLine.id, brokerId: ownLine.brokerId });
      return request(db);
    });
    await expect(work).rejects.toThrow(StatementWithoutBroker);
  });

  it('is sent if the code declares that it is for all brokers', async () => {
    await expect(within(() => withoutBrokerScope('a test', () => db.dryRun(request)))).resolves.toBeDefined();
  });
});

describe('in the request of a broker, a statement', () => {
  it('is sent with the id of the broker', async () => {
    expect(
      await within(() => db.query(lineOfBrokerStatement, { id: ownLine.id, brokerId: ownLine.brokerId })),
    ).toHaveLength(1);
    expect(await within(() => db.prisma.line.findMany({ where: { brokerId: ownLine.brokerId } }))).toHaveLength(1);
  });

  it('is sent with an id that was found for the broker, or that found a row of the broker', async () => {
    const rows = within(async () => {
      const [line] = await db.query(lineOfBrokerStatement, { id: ownLine.id, brokerId: ownLine.brokerId });
      return [
        await db.query(holderStatement, { id: line?.holderId }),
        await db.query(lineStatement, { id: ownLine.id }),
      ];
    });
    expect((await rows).map(({ length }) => length)).toEqual([1, 1]);
  });

  it('is sent with an id of any row of any earlier result, whatever was sent in between', async () => {
    const numbers = unprepared(
      'test-numbers',
      { broker: 'uuid', ids: 'uuid[]' },
      `SELECT :broker AS broker, jsonb_build_object('ids', jsonb_build_array(id)) AS found FROM unnest(:ids) id`,
    );
    const ids = Array.from({ length: 300 }, () => randomUUID());
    const sent = await within(async () => {
      for (const from of [0, 100, 200])
        await db.query(numbers, { broker: ownLine.brokerId, ids: ids.slice(from, from + 100) });
      for (const id of [ids[150], ids[99], ids[299], ids[0]]) await db.query(lineStatement, { id });
      return await Promise.allSettled([db.query(lineStatement, { id: otherLine.id })]);
    });
    expect(sent).toMatchObject([{ reason: expect.any(StatementWithoutBroker) }]);
  });

  it('is not sent with an id that found no row or was only counted', async () => {
    for (const search of [lineOfBrokerStatement, countStatement]) {
      const work = within(async () => {
        await db.query(search, { id: otherLine.id, brokerId: ownLine.brokerId });
        return db.query(lineStatement, { id: otherLine.id });
      });
      await expect(work).rejects.toThrow(StatementWithoutBroker);
    }
  });

  it('is sent with an empty list of ids, but not with another id beside it', async () => {
    const among = statement(
      'test-lines-among',
      { ids: 'uuid[]', id: 'uuid?' },
      'SELECT id FROM line WHERE id = ANY(:ids) OR id = :id',
    );
    expect(await within(() => db.query(among, { ids: [], id: null }))).toEqual([]);
    await expect(within(() => db.query(among, { ids: [], id: otherLine.id }))).rejects.toThrow(StatementWithoutBroker);
  });

  it('is sent for a record that the same request created', async () => {
    const id = randomUUID();
    const create = unprepared(
      'test-create',
      { brokerId: 'uuid', resourceId: 'uuid' },
      `INSERT INTO event (broker_id, type, resource_type, resource_id)
       VALUES (:brokerId, 'line.noted', 'line', :resourceId)`,
    );
    const find = unprepared('test-find', { resourceId: 'uuid' }, 'SELECT FROM event WHERE resource_id = :resourceId');
    const found = await db.dryRun((tx) =>
      within(async () => {
        await tx.query(create, { brokerId: ownLine.brokerId, resourceId: id });
        return tx.query(find, { resourceId: id });
      }),
    );
    expect(found).toHaveLength(1);
  });

  it('is sent if it uses no table with records of brokers', async () => {
    expect(await within(() => db.query(sql`SELECT now()`))).toHaveLength(1);
  });

  it('is not sent with an id that another request has found', async () => {
    const { id } = await aBroker(db);
    await within(() => db.query(lineOfBrokerStatement, { id: ownLine.id, brokerId: ownLine.brokerId }));
    await expect(withBrokerScope(id, () => db.query(lineStatement, { id: ownLine.id }))).rejects.toThrow(
      StatementWithoutBroker,
    );
  });
});

describe('the tables with records of brokers', () => {
  it('are those with a column for the broker', async () => {
    const found = await db.query(sql<{ name: string }>`SELECT c.relname AS name
        FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'broker_id'
        WHERE c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
        ORDER BY c.relname COLLATE "C"`);
    expect(found.map(({ name }) => name)).toEqual([...brokerTables]);
  });
});

import { aTestDb } from '@linework/testing/a-test-db';
import { sql } from '@linework/testing/sql';
import { describe, expect, it } from 'vitest';
import { queryThroughPrisma } from '../src/query-through-prisma.ts';
import { statement } from '../src/statement.ts';

const db = await aTestDb();

const allTypes = statement(
  'test-all-types',
  { id: 'uuid', words: 'text[]', json: 'jsonb', count: 'int', at: 'timestamptz', nothing: 'text?', yes: 'boolean' },
  `SELECT :id AS id, :words AS words, :json AS json, :count AS count, :at AS at,
     :nothing AS nothing, :yes AS yes`,
);
const values = {
  id: '018f0000-0000-7000-8000-000000000000',
  words: ['a', 'b c'],
  json: { deep: [1, null] },
  count: 3,
  at: '2026-11-24T12:00:00.123Z',
  nothing: null,
  yes: true,
};
const addBroker = statement(
  'test-add-broker',
  { name: 'text' },
  'INSERT INTO broker (id, name) VALUES (gen_random_uuid(), :name) RETURNING name',
);
const prepared = statement(
  'test-prepared',
  { name: 'text' },
  'SELECT generic_plans + custom_plans AS times FROM pg_prepared_statements WHERE name = :name',
).returns<{ times: string }>();

describe('a statement that is sent through Prisma', () => {
  it('has the same values and results as without Prisma', async () => {
    expect(await queryThroughPrisma(db, allTypes, values)).toEqual(await db.query(allTypes, values));
  });

  it('is prepared and repeated under its name', async () => {
    const [before, after] = await db.transaction(async (tx) => {
      const times = async () => Number((await tx.query(prepared, { name: allTypes.name }))[0]?.times);
      await queryThroughPrisma(tx, allTypes, values);
      const before = await times();
      for (let more = 0; more < 3; more += 1) await queryThroughPrisma(tx, allTypes, values);
      return [before, await times()] as const;
    });
    expect(after - before).toBe(3);
  });

  it('is part of the transaction', async () => {
    const name = 'rolled back';
    await db.dryRun(async (tx) => {
      expect(await queryThroughPrisma(tx, addBroker, { name })).toEqual([{ name }]);
      expect(await tx.prisma.broker.count({ where: { name } })).toBe(1);
    });
    expect(await db.prisma.broker.count({ where: { name } })).toBe(0);
  });
});

describe('a statement of Prisma itself', () => {
  it('is not prepared, because the number of its texts is unlimited', async () => {
    const names = await db.transaction(async (tx) => {
      await tx.prisma.broker.findFirst({ where: { name: 'unknown' } });
      return tx.query(
        sql<{
          name: string;
        }>`SELECT name FROM pg_prepared_statements WHERE statement ILIKE '%broker%' AND name NOT LIKE 'test-%'`,
      );
    });
    expect(names).toEqual([]);
  });
});

import { aTestDb } from '@linework/testing/a-test-db';
import { expect, it } from 'vitest';
import { type Arity, bindBulkValues, placeholders, selectBulkValues } from '../src/bulk-values.ts';
import { assembled } from '../src/statement.ts';

const db = await aTestDb();

const columns = {
  entry: 'int',
  id: 'uuid',
  isDone: 'boolean',
  texts: 'text[]',
  input: 'jsonb',
  at: 'timestamptz(3)',
  note: 'text',
};

const rows: readonly object[] = [
  {
    entry: 0,
    id: '0190a8f0-0000-7000-8000-000000000001',
    isDone: true,
    texts: ['a "b"', '{c}', ''],
    input: { a: [1, "o'k"], b: null },
    at: '2026-11-23T01:02:03.456Z',
    note: 'x',
  },
  { entry: 1, isDone: false, texts: [], input: [], note: '' },
  { entry: 2, input: 'a text', note: null },
];

function read(arity: Arity, values: readonly object[]) {
  const placeholder = placeholders();
  const text = `SELECT ${placeholder()}::int AS "first", ${placeholder()}::int AS "last", g.*
    FROM (${selectBulkValues(columns, arity, placeholder)}) AS g`;
  return db.query(
    assembled<Record<string, unknown>>({ text, values: [7, 9, ...bindBulkValues(columns, arity, values)] }),
  );
}

it.each(rows)('row $entry has the same values alone and together with other rows', async (row) => {
  const [alone] = await read('one', [row]);
  expect(alone).toMatchObject({
    first: 7,
    last: 9,
    ...row,
    ...('at' in row ? { at: new Date(row.at as string) } : {}),
  });
  const [amongOthers] = (await read('many', [row, ...rows])) as unknown[];
  expect(alone).toEqual(amongOthers);
});

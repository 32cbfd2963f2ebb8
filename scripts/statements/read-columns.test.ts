import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, describe, expect, it } from 'vitest';
import { describeStatements } from './describe-statements.ts';

const testDb = await createTestDb();
afterAll(() => testDb.drop());

async function readColumn(text: string, types: readonly string[] = []) {
  const [described] = await describeStatements(testDb.url, [{ text, types }]);
  if (!described || 'error' in described) throw new Error(described?.error);
  return described.columns?.[0];
}

/** Each reads one column that is never null. */
const notNull = [
  ['a column that is NOT NULL', 'SELECT status FROM line'],
  ['an expression of such columns', 'SELECT amount - refunded FROM payment'],
  ['a count', 'SELECT count(activated_at) FROM line'],
  ['a test', 'SELECT activated_at IS NULL FROM line'],
  ['coalesce with a last value', "SELECT coalesce(reason, '') FROM payment"],
  ['CASE whose branches are never null', "SELECT CASE WHEN reason = 'x' THEN 1 ELSE 2 END FROM payment"],
  ['EXISTS', 'SELECT EXISTS (SELECT FROM line)'],
  ['an array of a query', 'SELECT ARRAY(SELECT id FROM line)'],
  ['a query that only aggregates', 'SELECT (SELECT count(*) FROM line)'],
  ['an aggregate of a group', 'SELECT max(created_at) FROM line GROUP BY holder_id'],
  ['a column that a condition proves', 'SELECT due_at FROM payment WHERE due_at <= now() AND attempt = 1'],
  ['one that all alternatives prove', 'SELECT due_at FROM payment WHERE due_at IS NOT NULL OR due_at < now()'],
  ['the inner side of an outer join', 'SELECT l.id FROM line l LEFT JOIN subscription s ON s.id = l.subscription_id'],
  [
    'an outer side that a condition proves',
    'SELECT h.email FROM line l LEFT JOIN holder h ON true WHERE h.email > l.msisdn',
  ],
  ['a common table expression', 'WITH found AS (SELECT id FROM line) SELECT id FROM found'],
  ['the new value of an update', 'UPDATE payment SET due_at = now() RETURNING due_at'],
  ['each row of an array', 'SELECT unnest FROM unnest($1::uuid[])', ['uuid[]']],
  ['a declared value', 'SELECT $1::uuid', ['uuid']],
  ['both parts of a union', 'SELECT id FROM line UNION ALL SELECT id FROM holder'],
] as const;

/** Each reads one column that may be null. */
const nullable = [
  ['a column that may be null', 'SELECT due_at FROM payment'],
  ['an expression of one', "SELECT due_at + interval '1 s' FROM payment"],
  ['a member of JSON', "SELECT metadata ->> 'a' FROM line"],
  ['CASE without ELSE', 'SELECT CASE WHEN attempt = 1 THEN 1 END FROM payment'],
  ['an aggregate without groups', 'SELECT max(created_at) FROM line'],
  ['one with a filter', 'SELECT max(created_at) FILTER (WHERE false) FROM line GROUP BY holder_id'],
  ['a query that may find no row', 'SELECT (SELECT id FROM line LIMIT 1)'],
  ['a column that one alternative proves', 'SELECT due_at FROM payment WHERE due_at < now() OR attempt = 1'],
  [
    'one that only an outer join compares',
    'SELECT p.due_at FROM payment p LEFT JOIN line l ON p.due_at = l.created_at',
  ],
  ['the outer side of a join', 'SELECT s.id FROM line l LEFT JOIN subscription s ON s.id = l.subscription_id'],
  ['the outer side of a RIGHT JOIN', 'SELECT l.id FROM line l RIGHT JOIN holder h ON h.id = l.holder_id'],
  [
    'the value that an update sets',
    "UPDATE line SET external_code = NULL WHERE external_code = 'x' RETURNING external_code",
  ],
  [
    'a row that a conflict updates',
    'INSERT INTO payment SELECT * FROM payment ON CONFLICT (id) DO UPDATE SET attempt = 1 RETURNING due_at',
  ],
  ['a value that is declared so', 'SELECT $1::uuid', ['uuid?']],
  ['rows of an array with nulls', 'SELECT unnest FROM unnest($1::uuid[])', ['uuid?[]']],
  ['one part of a union', 'SELECT id FROM line UNION ALL SELECT subscription_id FROM line'],
  ['NULLIF', "SELECT nullif(status, 'ACTIVE') FROM line"],
  ['the row before', 'SELECT lag(id) OVER (ORDER BY id) FROM line'],
] as const;

describe('a column', () => {
  it.each(notNull)('is never null: %s', async (_what, text, types?: readonly string[]) =>
    expect(await readColumn(text, types)).toMatchObject({ isNullable: false }),
  );

  it.each(nullable)('may be null: %s', async (_what, text, types?: readonly string[]) =>
    expect(await readColumn(text, types)).toMatchObject({ isNullable: true }),
  );
});

describe('the texts of a column', () => {
  it.each([
    ['the statuses of a lifecycle', 'SELECT status FROM refund', ['PENDING', 'COMPLETED', 'FAILED']],
    ['a check that lists them', 'SELECT kind FROM order_attempt', ['execute', 'undo']],
    ['constants', "SELECT CASE WHEN attempt = 1 THEN 'one' ELSE 'more' END FROM refund", ['one', 'more']],
    ['the value that an update sets', "UPDATE refund SET status = 'FAILED' RETURNING status", ['FAILED']],
    ['a union', "SELECT 'a' UNION SELECT 'b'", ['a', 'b']],
  ])('are those of %s', async (_what, text, texts) => expect((await readColumn(text))?.texts).toEqual(texts));

  it('are not known of any other text', async () =>
    expect((await readColumn('SELECT name FROM holder'))?.texts).toBeUndefined());
});

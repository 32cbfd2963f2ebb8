import { describe, expect, it } from 'vitest';
import { findInnerClauses } from './clause-rules.ts';

const find = (...lines: readonly string[]) =>
  findInnerClauses(`const text = \`${lines.join('\n')}\`;`).map(({ line, clause }) => `${line}: ${clause}`);

describe('clauses that begin no line', () => {
  it.each([
    ['in a query', ['SELECT id FROM line', 'WHERE id = $1 LIMIT 1'], ['1: FROM', '2: LIMIT']],
    [
      'in a common table expression',
      ['WITH a AS (', '  SELECT id', '  FROM line WHERE id = $1', ')', 'SELECT id FROM a'],
      ['3: WHERE'],
    ],
    ['in an update', ['UPDATE line SET status = $2', 'WHERE id = $1 RETURNING id'], ['1: SET', '2: RETURNING']],
    ['in an insert', ['INSERT INTO line (id) SELECT id', 'FROM a ON CONFLICT DO NOTHING'], ['1: SELECT', '2: ON']],
    ['after a closing parenthesis', ['WITH a AS (SELECT 1) SELECT id', 'FROM a'], ['1: SELECT']],
    [
      'between the queries of a union',
      ['SELECT id FROM a UNION ALL SELECT id FROM b', 'ORDER BY id FOR UPDATE'],
      ['1: UNION', '1: FROM', '2: FOR'],
    ],
    ['after a placeholder and a quote', [`SELECT 'FROM', \${columns({ a: "b" })} FROM a`, 'WHERE true'], ['1: FROM']],
    ['in a line that is too wide', [`SELECT id FROM a WHERE ${'x'.repeat(160)}`], ['1: FROM', '1: WHERE']],
  ])('are found %s', (_place, lines, found) => {
    expect(find(...lines)).toEqual(found);
  });

  it.each([
    ['a query of one line', ['SELECT id FROM line WHERE id = $1 LIMIT 1']],
    [
      'a subquery of one line',
      ['SELECT id', 'FROM line', 'WHERE id = ANY(ARRAY(SELECT id FROM a WHERE b ORDER BY c LIMIT 1))'],
    ],
    ['a union of queries of one line', ['SELECT id FROM a WHERE b', 'UNION ALL SELECT id FROM c WHERE d']],
    ['a main query of one line', ['WITH a AS (', '  SELECT 1', ')', 'SELECT id FROM a WHERE b']],
    [
      'an aggregate and a window',
      ['SELECT array_agg(a ORDER BY b), count(*) FILTER (WHERE c), rank() OVER (ORDER BY d)', 'FROM e'],
    ],
    [
      'words that belong to another clause',
      ['DELETE FROM a', 'WHERE b IS DISTINCT FROM c AND extract(epoch FROM d) > 0'],
    ],
    [
      'the parts of ON CONFLICT',
      ['INSERT INTO a (b)', 'VALUES (1)', "ON CONFLICT (b) WHERE c = 'd' DO UPDATE SET b = 2"],
    ],
    ['a comment', ['SELECT id -- FROM a WHERE b', 'FROM c']],
    ['joins', ['SELECT id', 'FROM a JOIN b USING (id) LEFT JOIN c ON true', 'WHERE d']],
    ['other text', ['Take it FROM here', 'WHERE it is FROM']],
  ])('are not found in %s', (_text, lines) => {
    expect(find(...lines)).toEqual([]);
  });
});

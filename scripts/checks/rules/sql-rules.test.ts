import { describe, expect, it } from 'vitest';
import { findLongSql, sqlLineLimit } from './sql-rules.ts';

const sql = (lines: number) => `const statement = \`SELECT\n${'  1,\n'.repeat(lines - 2)}  1\`;\n`;

describe('long SQL templates', () => {
  it('are found with the line at which they begin', () => {
    expect(findLongSql(`// it's one\n${sql(sqlLineLimit + 1)}`)).toEqual([{ line: 2, lines: sqlLineLimit + 1 }]);
  });

  it('are found with placeholders, quotes and nested templates', () => {
    const filled = sql(sqlLineLimit + 2).replace('1,', `it's \${condition({ a: \`b\` })},`);
    expect(findLongSql(filled)).toEqual([{ line: 1, lines: sqlLineLimit + 2 }]);
  });

  it('are found by the function that takes them, whatever they begin with', () => {
    const built = sql(sqlLineLimit + 1).replace('SELECT', `\${filters}`);
    expect(findLongSql(built)).toEqual([]);
    expect(findLongSql(built.replace('= `', "= statement('a-name', `"))).toEqual([
      { line: 1, lines: sqlLineLimit + 1 },
    ]);
    expect(findLongSql(built.replace('= `', '= unprepared(`'))).toEqual([{ line: 1, lines: sqlLineLimit + 1 }]);
  });

  it('do not include templates of other text or of the allowed length', () => {
    expect(findLongSql(sql(sqlLineLimit))).toEqual([]);
    expect(findLongSql(sql(sqlLineLimit + 1).replace('SELECT', 'Usage:'))).toEqual([]);
  });
});

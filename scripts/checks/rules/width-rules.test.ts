import { describe, expect, it } from 'vitest';
import { listLongLines } from './width-rules.ts';

const wide = 'word '.repeat(25).trim();

describe('lines of more than 120 columns', () => {
  it.each([
    ['of code', 'packages/db/src/db.ts', `const text = '${wide}';`, 'code'],
    ['of a comment', 'packages/db/src/db.ts', `/** ${wide} */`, 'code'],
    ['of SQL in code', 'packages/db/src/db.ts', `const text = \`SELECT 1\n  WHERE ${wide}\`;`, 'SQL'],
    ['of a migration', 'prisma/migrations/1/migration.sql', `SELECT ${wide}`, 'SQL'],
    ['of a page', 'docs/guides/a.md', wide, 'pages'],
    ['of a file of settings', 'docker-compose.yml', `# ${wide}`, 'code'],
    ['of a test', 'packages/db/test/a.test.ts', `  expect(text).toBe('${wide}');`, 'code'],
  ])('are found in a line %s', (_what, path, text, kind) => {
    const line = text.split('\n').length;
    expect(listLongLines(path, `${text}\nshort\n`)).toEqual([{ line, width: expect.any(Number), kind }]);
  });

  it.each([
    ['a row of a table', 'docs/guides/a.md', `| ${wide} |`],
    ['a picture', 'docs/guides/a.md', `![${wide}](a.png)`],
    ['one word', 'docs/guides/a.md', `- https://example.com/${'a'.repeat(120)}`],
    ['the title of a test', 'packages/db/test/a.test.ts', `  it('${wide}', async () => {`],
    ['a field of Prisma', 'prisma/schema/a.prisma', `  holder Holder @relation(fields: [${wide}])`],
    ['a generated file', 'docs/generated/problems.md', wide],
    ['a line of 120', 'packages/db/src/db.ts', `// ${'x '.repeat(58)}x`],
  ])('may be %s', (_what, path, text) => {
    expect(listLongLines(path, text)).toEqual([]);
  });
});

import { anyPart, type DefinedStatement } from './defined-statements.ts';
import type { Column } from './describe-statements.ts';

/** What the driver makes of a column. It returns a type without an entry as text. */
const typesOfColumns: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  date: 'Date',
  timestamp: 'Date',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
};

/** A name in quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;

const note = '// `npm run generate` writes this file from what PostgreSQL describes.';

/** Writes the types of the rows of all statements, one file for each package. */
export function rowsFiles(statements: readonly DefinedStatement[]): Readonly<Record<string, string>> {
  // The type of a statement whose name is an expression is not known by its name.
  const named = statements.filter(({ name, writtenName }) => name !== '' && writtenName !== undefined);
  const byFolder = Map.groupBy(named, ({ places }) => folderOf(places));
  return Object.fromEntries(
    [...byFolder].map(([folder, defined]) => {
      const rows = new Map(
        defined.map((each) => {
          const key = keyOf(each, folder);
          return [
            key,
            'columns' in each.described ? rowOf(each.described.columns, key.startsWith('readonly')) : 'never',
          ];
        }),
      );
      const members = [...rows]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, row]) => `    ${key}: ${row};`);
      return [
        `${folder}/generated/rows.ts`,
        [
          note,
          "import type {} from '@linework/db/statement';",
          '',
          "declare module '@linework/db/statement' {",
          '  interface Rows {',
          ...members,
          '  }',
          '}',
          '',
        ].join('\n'),
      ];
    }),
  );
}

const folder = /^((?:packages|apps)\/[^/]+\/src|campaign)\//;

/**
 * The folder of the program or package that defines the statement: the outermost one, if it calls a function of another
 * package.
 */
const folderOf = (places: readonly string[]) => places.flatMap((place) => folder.exec(place)?.[1] ?? []).at(-1) ?? '';

/** The engine knows no resource: the rows of its statements are those for any. */
function keyOf({ name, writtenName = name }: DefinedStatement, folder: string): string {
  const isForAny = folder === 'packages/engine/src' && writtenName.includes(anyPart);
  return isForAny ? `readonly [name: \`${writtenName}\`]` : quoted(name);
}

function rowOf(columns: readonly Column[] | undefined, isForAny: boolean): string {
  if (!columns) return 'never';
  if (columns.length === 0) return 'object';
  const members = columns.map(
    (column) =>
      `      readonly ${/^\w+$/.test(column.name) ? column.name : `'${column.name}'`}:` +
      `${typeOf(isForAny ? { ...column, texts: undefined } : column)};`,
  );
  return ['{', ...members, '    }'].join('\n');
}

const lineLimit = 120;

function typeOf({ name, type, isNullable, texts }: Column): string {
  const base = typesOfColumns[type.replace(/^_/, '')] ?? 'string';
  if (base === 'unknown' && !type.startsWith('_')) return ' unknown';
  const alternatives = [
    ...(type.startsWith('_')
      ? [`readonly ${base}[]`]
      : texts && base === 'string'
        ? texts.map((text) => quoted(text))
        : [base]),
    ...(isNullable ? ['null'] : []),
  ];
  const line = ` ${alternatives.join(' | ')}`;
  return `      readonly ${name}:${line};`.length <= lineLimit
    ? line
    : alternatives.map((each) => `\n        | ${each}`).join('');
}

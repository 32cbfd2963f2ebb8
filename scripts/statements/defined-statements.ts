import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Described, describeStatements } from './describe-statements.ts';
import type { Recorded } from './recording-statement.ts';

/** A statement that the code defines, and what PostgreSQL says about it. */
export interface DefinedStatement extends Recorded {
  /** The call of `statement` or `unprepared`. */
  readonly place: string;
  /** The name as the code writes it, with `anyPart` for what it adds; undefined if it is an expression. */
  readonly writtenName: string | undefined;
  readonly described: Described;
}

const defines = /\b(?:statement|unprepared|bulkStatement|defineDurableCall)\(/;
/** It defines the two functions. */
const definition = 'packages/db/src/statement.ts';

/** The files that define statements. @internal */
export const findDefiningFiles = (root: string, globs: readonly string[]): readonly string[] =>
  globSync(globs, { cwd: root }).filter(
    (path) => path !== definition && defines.test(readFileSync(join(root, path), 'utf8')),
  );

/**
 * Loads every file that matches the globs and defines a statement, and describes the statements of the files in a
 * database.
 */
export async function loadStatements(
  root: string,
  globs: readonly string[],
  databaseUrl: string,
): Promise<readonly DefinedStatement[]> {
  const files = findDefiningFiles(root, globs);
  const recorded = recordStatements(root, files).map((each) => ({
    ...each,
    places: each.places.map((place) => place.slice(root.length)),
  }));
  const own = recorded.filter(({ places: [place] }) => files.some((file) => place?.startsWith(`${file}:`)));
  const distinct = [...new Map(own.map((each) => [`${each.name} ${each.places[0]} ${each.text}`, each])).values()];
  const described = await describeStatements(databaseUrl, distinct);
  return distinct.map((each, n) => ({
    ...each,
    place: each.places[0] ?? '',
    writtenName: readWrittenName(root, each.places[0] ?? ''),
    described: described[n] ?? { error: 'it was not described' },
  }));
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: a part of a type
export const anyPart = '${string}';

const writtenName = /^\w+\(\s*(?:'([^']*)'|`([^`]*)`),/;

function readWrittenName(root: string, place: string): string | undefined {
  const [path = '', line, column] = place.split(':');
  const lines = readFileSync(join(root, path), 'utf8')
    .split('\n')
    .slice(Number(line) - 1);
  const [, text, template] = writtenName.exec(lines.join('\n').slice(Number(column) - 1)) ?? [];
  return text ?? template?.replaceAll(/\$\{[^}]*\}/g, () => anyPart);
}

function recordStatements(root: string, files: readonly string[]): readonly Recorded[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/statements/record-statements.ts')],
    {
      cwd: root,
      input: files.map((file) => join(root, file)).join('\n'),
      maxBuffer: 256 * 1024 * 1024,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as readonly Recorded[];
}

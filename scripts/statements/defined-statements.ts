import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeStatements } from './describe-statements.ts';
import type { Recorded } from './recording-statement.ts';
import type { DefinedStatement } from './statement-rules.ts';
import type { RecordedRun } from './statements-at-request.ts';

const defines = /\b(?:statement|unprepared)\(/;
/** It defines the two functions. */
const definition = 'packages/db/src/statement.ts';

/** Loads every file that matches the globs and defines a statement, and describes the statements of the files in a database. */
export async function loadStatements(
  root: string,
  globs: readonly string[],
  databaseUrl: string,
): Promise<readonly DefinedStatement[]> {
  const files = globSync(globs, { cwd: root }).filter(
    (path) => path !== definition && defines.test(readFileSync(join(root, path), 'utf8')),
  );
  const { recorded, runs } = await recordStatements(root, files);
  const statements = recorded.map(({ name, text, places }) => ({
    name,
    text,
    places: places.map((place) => place.slice(root.length)),
  }));
  const own = statements.filter(({ places: [place] }) => files.some((file) => place?.startsWith(`${file}:`)));
  const distinct = [...new Map(own.map((each) => [`${each.name} ${each.places[0]} ${each.text}`, each])).values()];
  const described = await describeStatements(
    databaseUrl,
    distinct.map(({ text }) => text),
  );
  return distinct.map((each, n) => ({
    ...each,
    place: each.places[0] ?? '',
    described: described[n] ?? { error: 'it was not described' },
    ranWith: runs.filter(({ text }) => text === each.text).map(({ valueCount }) => valueCount),
  }));
}

interface Recording {
  readonly recorded: readonly Recorded[];
  readonly runs: readonly RecordedRun[];
}

const run = promisify(execFile);

async function recordStatements(root: string, files: readonly string[]): Promise<Recording> {
  const program = [join(root, 'scripts/statements/record-statements.ts'), ...files.map((file) => join(root, file))];
  const { stdout } = await run(process.execPath, program, { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  return JSON.parse(stdout) as Recording;
}

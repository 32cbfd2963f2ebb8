// Fails if a file has banned words, lines of more than 120 columns, a second definition of a format, or SQL templates
// that are too long or have several clauses in a line.
// `source-exceptions.json` lists the files that still have some. Do not add an entry without a reason, and delete it
// with the last occurrence in its file.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { findInnerClauses, queryWidthLimit } from './rules/clause-rules.ts';
import { findSecondDefinitions } from './rules/format-rules.ts';
import { findLongSql, sqlLineLimit } from './rules/sql-rules.ts';
import { listLongLines, widthLimit } from './rules/width-rules.ts';
import { findBannedWords } from './rules/word-rules.ts';

interface Exceptions {
  /** The number of banned words that each file may have. */
  readonly words: Readonly<Record<string, number>>;
  /** The number of long SQL templates that each file may have. */
  readonly sql: Readonly<Record<string, number>>;
  /** Why a file keeps its words permanently, such as a name of an earlier release. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** It has the names of release 1.0.0, which later migrations replace. */
const releasedMigration = 'prisma/migrations/20261121000000_release_1_0_0/migration.sql';
/** The files that define the words. */
const namesWords = /^scripts\/checks\/(?:rules\/word-rules|source-exceptions)/;
const isText = /\.(?:tsx?|mjs|css|md|sql|prisma|json|yml|yaml|sh)$/;

const { words, sql } = JSON.parse(readFileSync('scripts/checks/source-exceptions.json', 'utf8')) as Exceptions;
const listed = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split('\0');
const paths = listed.filter(
  (path) => isText.test(path) && path !== 'package-lock.json' && statSync(path, { throwIfNoEntry: false })?.isFile(),
);
const violations = paths.flatMap(findViolations);
for (const violation of violations) console.error(violation);
console.log(`${paths.length} files checked, ${violations.length} violations.`);
process.exitCode = violations.length === 0 && paths.length > 0 ? 0 : 1;

function findViolations(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8');
  const found = path === releasedMigration || namesWords.test(path) ? [] : findBannedWords(text);
  const isSource = /^(?:apps|packages)\/[^/]+\/src\/.*\.ts$/.test(path);
  const long = isSource ? findLongSql(text) : [];
  const inner = isSource ? findInnerClauses(text) : [];
  const isProgram = /^(?:apps|packages)\/[^/]+\/src\/.*\.tsx?$/.test(path);
  const second = isProgram ? findSecondDefinitions(path, text) : [];
  const wide = listLongLines(path, text);
  return [
    ...(found.length > (words[path] ?? 0)
      ? found.map(({ line, word, term }) => `${path}:${line}: "${word}" is a banned word; write: ${term}`)
      : []),
    ...(long.length > (sql[path] ?? 0)
      ? long.map(
          ({ line, lines }) =>
            `${path}:${line}: an SQL template of ${lines} lines; ${sqlLineLimit} are allowed: split it into named ` +
            'parts',
        )
      : []),
    ...second.map(({ line, name, file }) => `${path}:${line}: ${name} is defined in ${file}; import it from there`),
    ...wide.map(({ line, width }) => `${path}:${line}: a line of ${width} columns; ${widthLimit} are allowed`),
    ...inner.map(
      ({ line, clause }) =>
        `${path}:${line}: ${clause} begins no line, but its query has several or is wider than ` +
        `${queryWidthLimit}: one clause a line`,
    ),
  ];
}

// Fails with banned words and with SQL templates that are too long. `source-exceptions.json` has those that are still there: none is added, and an entry
// is deleted with the last one of its file.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { findLongSql, sqlLineLimit } from './sql-rules.ts';
import { findBannedWords } from './word-rules.ts';

interface Exceptions {
  /** How many banned words each file may have. */
  readonly words: Readonly<Record<string, number>>;
  /** How many long SQL templates each file may have. */
  readonly sql: Readonly<Record<string, number>>;
  /** Why a file keeps its words for good, such as a name of an earlier release. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** Migrations that were applied are not changed. */
const firstPlainMigration = 'prisma/migrations/20261124130000';
const isOldMigration = (path: string) => path.startsWith('prisma/migrations/') && path < firstPlainMigration;
/** These name the words. */
const namesWords = /^scripts\/checks\/(?:word-rules|source-exceptions)/;
const isText = /\.(?:ts|mjs|md|sql|prisma|json|yml|yaml|sh)$/;

const { words, sql } = JSON.parse(readFileSync('scripts/checks/source-exceptions.json', 'utf8')) as Exceptions;
const listed = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split('\0');
const paths = listed.filter((path) => isText.test(path) && path !== 'package-lock.json' && statSync(path, { throwIfNoEntry: false })?.isFile());
const violations = paths.flatMap(findViolations);
for (const violation of violations) console.error(violation);
console.log(`${paths.length} files looked at, ${violations.length} faults.`);
process.exitCode = violations.length === 0 && paths.length > 0 ? 0 : 1;

function findViolations(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8');
  const found = isOldMigration(path) || namesWords.test(path) ? [] : findBannedWords(text);
  const long = /^(?:apps|packages)\/[^/]+\/src\/.*\.ts$/.test(path) ? findLongSql(text) : [];
  return [
    ...(found.length > (words[path] ?? 0) ? found.map(({ line, word, term }) => `${path}:${line}: "${word}" is a banned word; write: ${term}`) : []),
    ...(long.length > (sql[path] ?? 0)
      ? long.map(({ line, lines }) => `${path}:${line}: an SQL template of ${lines} lines; ${sqlLineLimit} are allowed: split it into named parts`)
      : []),
  ];
}

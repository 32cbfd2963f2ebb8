// `npm run measure`: counts in how many places the product stands. `npm run measure -- --against REVISION` also counts
// a revision of the repository, and compares its interface with the present one in meaning: operations, schemas,
// events, problems and types of the SDK. Fails if they differ.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { compareDocuments } from './measure/compare-documents.ts';
import { compareSdk } from './measure/compare-sdk.ts';
import { countPlaces, type Figures, packagesOfRoute, readLongLines } from './measure/count-places.ts';
import { listFilesToUnderstand } from './measure/files-to-understand.ts';
import { readSources } from './read-sources.ts';

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
const [option, revision] = process.argv.slice(2);
if (option !== undefined && (option !== '--against' || revision === undefined)) {
  console.error('Usage: npm run measure [-- --against REVISION]');
  process.exit(2);
}
const now = { ...countPlaces('.', list('ls-files')), 'packages of a new route': packagesOfRoute('HEAD') };
if (revision === undefined) {
  print({ now });
  printWidths(list('ls-files'));
  printReading();
} else compareWith(git('rev-parse', '--short', revision).trim());

function compareWith(commit: string): void {
  const folder = `.local/measure/${commit}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync('sh', ['-c', `git archive ${commit} | tar --extract --directory ${folder}`]);
  try {
    const before = countPlaces(folder, list('ls-tree', '-r', commit));
    print({ [commit]: { ...before, 'packages of a new route': packagesOfRoute(commit) }, now });
    console.log(`\n${describeLines(commit)}`);
    const differences = [...compareDocuments(folder, '.'), ...compareSdk(folder, '.')];
    for (const difference of differences) console.log(difference);
    console.log(`\n${differences.length} differences between the interface of ${commit} and the present one.`);
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The paths of the files, without links. */
function list(...command: readonly string[]): readonly string[] {
  return git(...command, '-z', ...(command[0] === 'ls-files' ? ['--stage'] : []))
    .split('\0')
    .filter((line) => line.startsWith('100'))
    .map((line) => line.slice(line.indexOf('\t') + 1));
}

function print(columns: Readonly<Record<string, Figures>>): void {
  const names = Object.keys(columns);
  console.log(`| | ${names.join(' | ')} |\n|---|${names.map(() => '--:|').join('')}`);
  const rows = [...new Set(Object.values(columns).flatMap((figures) => Object.keys(figures)))];
  for (const row of rows) console.log(`| ${row} | ${names.map((name) => columns[name]?.[row] ?? 0).join(' | ')} |`);
}

/** Where the lines stand that are wider than a page. */
function printWidths(paths: readonly string[]): void {
  const kinds = ['code', 'SQL', 'pages'] as const;
  const found = readLongLines('.', paths);
  const folders = Map.groupBy(found, ({ path }) =>
    path
      .split('/')
      .slice(0, /^(?:apps|packages)/.test(path) ? 3 : 2)
      .join('/'),
  );
  console.log(`\n| Lines of more than 120 columns in | ${kinds.join(' | ')} |\n|---|--:|--:|--:|`);
  for (const [folder, lines] of folders)
    console.log(`| ${folder} | ${kinds.map((kind) => lines.filter((one) => one.kind === kind).length).join(' | ')} |`);
}

/** The files of a block, as they are counted. */
function printReading(): void {
  console.log(
    '\nFiles to understand a block: from its handler in the API and the job `advance-order`, each declaration that\n' +
      'is named is read, in every branch, and its file opened; not libraries and definitions. In this order:\n',
  );
  for (const path of listFilesToUnderstand(readSources('.'))) console.log(`- ${path}`);
}

/** The lines of source files that have come and gone since a revision, without tests and generated files. */
function describeLines(commit: string): string {
  const places = [
    'apps/*/src/*',
    'packages/*/src/*',
    'scripts',
    'campaign',
    'bench',
    ':!*.test.ts',
    ':!*/generated/*',
    ':!bench/results',
  ];
  const rows = git('diff', '--numstat', commit, '--', ...places).split('\n');
  const sum = (column: number) => rows.reduce((total, row) => total + (Number(row.split('\t')[column]) || 0), 0);
  return `${sum(0)} lines of source files added and ${sum(1)} deleted since ${commit}.`;
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { type LongLine, listLongLines, widthLimit } from '../checks/rules/width-rules.ts';
import { listImports, readSources, type Source, type Sources, walk } from '../read-sources.ts';
import { listFilesToUnderstand } from './files-to-understand.ts';

const shortFile = 20;
const longFunction = 60;

export type Figures = Readonly<Record<string, number>>;

/** Counts in how many places the product stands. `paths` are the committed files of the folder. */
export function countPlaces(folder: string, paths: readonly string[]): Figures {
  const sources = readSources(folder);
  const all = [...sources.values()];
  const refunds = all.filter(({ path }) => /refund/i.test(path));
  return {
    'source files': all.length,
    [`source files of ${shortFile} lines or fewer`]: all.filter(({ text }) => countLines(text) <= shortFile).length,
    'pairs of a folder and a folder in it that import each other': listMutualPairs(sources).length,
    [`functions of more than ${longFunction} lines`]: all.reduce((sum, one) => sum + countLongFunctions(one), 0),
    'files to understand a block': listFilesToUnderstand(sources).length,
    'files of refunds': refunds.length,
    'folders of refunds': new Set(refunds.map(({ path }) => dirname(path))).size,
    ...countLongLines(folder, paths),
  };
}

const countLines = (text: string): number => text.trimEnd().split('\n').length;

/** A folder and one in it whose files import each other. */
function listMutualPairs(sources: Sources): readonly string[] {
  const edges = new Set(
    [...sources.values()].flatMap((source) =>
      listImports(sources, source).map((target) => `${dirname(source.path)} ${dirname(target)}`),
    ),
  );
  return [...edges].filter((edge) => {
    const [from = '', to = ''] = edge.split(' ');
    return to.startsWith(`${from}/`) && edges.has(`${to} ${from}`);
  });
}

const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** What describes tests is as long as they are; Biome leaves it out too. */
function countLongFunctions({ program, text, module }: Source): number {
  if (module.staticImports.some(({ moduleRequest }) => moduleRequest.value === 'vitest')) return 0;
  const lines = [...walk(program)]
    .filter(({ type }) => functions.includes(type))
    .map(
      ({ start, end }) =>
        text
          .slice(start, end)
          .split('\n')
          .filter((line) => line.trim() !== '').length,
    );
  return lines.filter((count) => count > longFunction).length;
}

/** The lines that are wider than a page, with their files. */
export function readLongLines(
  folder: string,
  paths: readonly string[],
): readonly (LongLine & { readonly path: string })[] {
  return paths.flatMap((path) =>
    listLongLines(path, readFileSync(join(folder, path), 'utf8')).map((line) => ({ path, ...line })),
  );
}

function countLongLines(folder: string, paths: readonly string[]): Figures {
  const kinds = Map.groupBy(readLongLines(folder, paths), ({ kind }) => kind);
  return Object.fromEntries(
    ['code', 'SQL', 'pages'].map((kind) => [
      `lines of more than ${widthLimit} columns in ${kind}`,
      kinds.get(kind as LongLine['kind'])?.length ?? 0,
    ]),
  );
}

/**
 * The packages that a commit which adds a path to the interface changes by hand: the median of the last 20 before a
 * revision.
 */
export function packagesOfRoute(revision: string): number {
  const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const commits = git(
    'log',
    '--format=%H',
    '-G^ *"/[^"]+": \\{',
    '--max-count=20',
    revision,
    '--',
    'docs/generated/openapi.json',
  )
    .split('\n')
    .filter(Boolean);
  const counts = commits.map((commit) => {
    const changed = git('show', '--format=', '--name-only', commit).split('\n');
    const byHand = changed.filter(
      (path) => /^(?:apps|packages)\/[^/]+\/src\//.test(path) && !path.includes('/generated/'),
    );
    return new Set(byHand.map((path) => path.split('/').slice(0, 2).join('/'))).size;
  });
  return counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0;
}

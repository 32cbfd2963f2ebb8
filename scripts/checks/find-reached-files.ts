import { dirname, join, normalize } from 'node:path/posix';

/** The texts of the files by their paths from the project's root. */
export type SourceFiles = ReadonlyMap<string, string>;

const linework = /['"`](@linework\/[\w-]+)\/([\w/.-]+)['"`]/g;
const relative = /['"`](\.\.?\/[^'"`\n]*|\.\.)['"`]/g;

/**
 * Returns all paths that the start files name directly or indirectly: by an import, or by a text with a path, as in
 * `new URL('../../api/src/main.ts', import.meta.url)`. A placeholder such as `${app}` matches any text.
 */
export function findReachedFiles(
  files: SourceFiles,
  starts: readonly string[],
  folderOf: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const reached = new Set(starts);
  for (const path of reached) {
    for (const found of findNamedFiles(files, path, folderOf)) reached.add(found);
  }
  return reached;
}

/** The cache of each set of files, so that several calls parse each file once. */
const namedFiles = new WeakMap<SourceFiles, Map<string, readonly string[]>>();

function findNamedFiles(files: SourceFiles, path: string, folderOf: ReadonlyMap<string, string>): readonly string[] {
  const cached = namedFiles.get(files) ?? new Map<string, readonly string[]>();
  namedFiles.set(files, cached);
  const text = files.get(path);
  const found =
    cached.get(path) ??
    (text === undefined
      ? []
      : [...new Set(findTargets(path, text, folderOf).flatMap((target) => matchFiles(files, target)))]);
  cached.set(path, found);
  return found;
}

function findTargets(path: string, text: string, folderOf: ReadonlyMap<string, string>): readonly string[] {
  const packages = [...text.matchAll(linework)].map(
    ([, name = '', file = '']) => `${folderOf.get(name)}/src/${file}.ts`,
  );
  const relativePaths = [...text.matchAll(relative)].map(([, target = '']) =>
    normalize(join(dirname(path), target.replace(/\$\{[^}]*\}/g, '*'))),
  );
  return [...packages, ...relativePaths.map((relativePath) => relativePath.replace(/\/$/, ''))];
}

/**
 * Returns the files that match a path with stars, or that are in a folder of a package. Any other path is returned
 * unchanged.
 */
function matchFiles(files: SourceFiles, target: string): readonly string[] {
  if (files.has(target)) return [target];
  if (!target.includes('*')) return [target, ...[...files.keys()].filter((path) => path.startsWith(`${target}/`))];
  const parts = target.split('*').map((part) => part.replace(/[.+?^()|[\]\\{}$]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`);
  return [...files.keys()].filter((path) => pattern.test(path));
}

import { dirname, join, normalize } from 'node:path/posix';

/** By path from the project's root. */
export type SourceFiles = ReadonlyMap<string, string>;

const linework = /['"`](@linework\/[\w-]+)\/([\w/.-]+)['"`]/g;
const relative = /['"`](\.\.?\/[^'"`\n]*|\.\.)['"`]/g;

/**
 * Every path that files name, and that the files behind those paths name in turn: by an import, or as a text that leads somewhere else, as in
 * `new URL('../../api/src/main.ts', import.meta.url)`. What is filled into a text may be anything: `${app}` stands for each file that fits.
 */
export function findReachedFiles(files: SourceFiles, starts: readonly string[], folderOf: ReadonlyMap<string, string>): ReadonlySet<string> {
  const reached = new Set(starts);
  for (const path of reached) {
    for (const found of findNamedFiles(files, path, folderOf)) reached.add(found);
  }
  return reached;
}

/** Who asks for several starts reads each file once. */
const namedFiles = new WeakMap<SourceFiles, Map<string, readonly string[]>>();

function findNamedFiles(files: SourceFiles, path: string, folderOf: ReadonlyMap<string, string>): readonly string[] {
  const known = namedFiles.get(files) ?? new Map<string, readonly string[]>();
  namedFiles.set(files, known);
  const text = files.get(path);
  const found = known.get(path) ?? (text === undefined ? [] : [...new Set(findTargets(path, text, folderOf).flatMap((target) => matchFiles(files, target)))]);
  known.set(path, found);
  return found;
}

function findTargets(path: string, text: string, folderOf: ReadonlyMap<string, string>): readonly string[] {
  const packages = [...text.matchAll(linework)].map(([, name = '', file = '']) => `${folderOf.get(name)}/src/${file}.ts`);
  const places = [...text.matchAll(relative)].map(([, target = '']) => normalize(join(dirname(path), target.replace(/\$\{[^}]*\}/g, '*'))));
  return [...packages, ...places.map((place) => place.replace(/\/$/, ''))];
}

/** The files that a path with stars or a folder inside a package stands for; any other path is itself. */
function matchFiles(files: SourceFiles, target: string): readonly string[] {
  if (files.has(target)) return [target];
  if (!target.includes('*')) return [target, ...[...files.keys()].filter((path) => path.startsWith(`${target}/`))];
  const parts = target.split('*').map((part) => part.replace(/[.+?^()|[\]\\{}$]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`);
  return [...files.keys()].filter((path) => pattern.test(path));
}

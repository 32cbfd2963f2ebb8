export interface SourceFile {
  /** The path from the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/**
 * The ranks of the rooms of a package. A room imports only from lower rooms of its package. In other packages the
 * folders are of equal rank, and only cycles are rejected. The ranks of packages are the tags in turbo.json.
 */
const roomRanks: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  engine: { commands: 4, execution: 3, queries: 2, store: 2, planning: 1, model: 0 },
  lines: { 'bulk-operations': 4, commands: 3, 'order-types': 2, store: 1, records: 0, model: 0 },
};
/** Rooms of the engine without I/O. */
const pureRooms = ['packages/engine/src/model', 'packages/engine/src/planning'];

/** A folder with more files than this is split by subject. The folder of all nouns has 37. */
const fileLimit = 40;

const meaninglessNames = /(^|\/)(utils?|helpers?|common|base|index)(\/|\.ts$)/;

/**
 * Finds violations of the rules that `turbo boundaries` cannot express. Returns one sentence for each. Throws if there
 * are no imports to check.
 */
export function findImportViolations(files: readonly SourceFile[]): readonly string[] {
  const imports = files.flatMap(parseImports);
  const edges = imports.flatMap(parseFolderEdge);
  if (files.length === 0 || imports.length === 0)
    throw new Error('The import rules found no imports: check the paths of the files.');
  for (const name of Object.keys(roomRanks)) {
    if (!edges.some(({ from }) => packageOf(from) === name))
      throw new Error(`The import rules found no imports between the rooms of packages/${name}.`);
  }
  return [
    ...files.flatMap(findEmptyName),
    ...findLargeFolders(files),
    ...imports.flatMap(findTestingInSource),
    ...imports.flatMap(findServersInSource),
    ...imports.flatMap(findDatabaseInPureRoom),
    ...edges.flatMap(findUpwardImport),
    ...findCycles(edges),
  ];
}

interface Import {
  readonly path: string;
  readonly target: string;
}

const importPattern = /^\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|^\s*import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm;

function parseImports({ path, text }: SourceFile): readonly Import[] {
  return [...text.matchAll(importPattern)].map((match) => ({
    path,
    target: match.slice(1).find((target) => target !== undefined) ?? '',
  }));
}

function findEmptyName({ path }: SourceFile): readonly string[] {
  return meaninglessNames.test(path) ? [`${path}: a meaningless name; name the file after its content`] : [];
}

function findLargeFolders(files: readonly SourceFile[]): readonly string[] {
  const folders = Map.groupBy(
    files.filter(({ path }) => path.includes('/src/')),
    ({ path }) => path.slice(0, path.lastIndexOf('/')),
  );
  return [...folders]
    .filter(([, content]) => content.length > fileLimit)
    .map(
      ([folder, content]) =>
        `${folder}: ${content.length} files; move some to a folder of their subject, so that no folder has more ` +
        `than ${fileLimit}`,
    );
}

function findTestingInSource({ path, target }: Import): readonly string[] {
  if (!/^@linework\/(testing|fixtures)\//.test(target) || isTest(path) || path.startsWith('packages/fixtures/'))
    return [];
  return [`${path}: ${target} may be imported from test folders only, because it must not be used in production`];
}

function findServersInSource({ path, target }: Import): readonly string[] {
  const allowed = isTest(path) || ['apps/local/', 'packages/testing/'].some((folder) => path.startsWith(folder));
  if (!target.startsWith('@linework/local-servers/') || allowed) return [];
  return [`${path}: ${target} is for tests and for apps/local; in production the servers are installed separately`];
}

function isTest(path: string): boolean {
  return path.includes('/test/') || path.endsWith('.test.ts');
}

interface Edge {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

const folderPattern = /^((?:apps|packages)\/[^/]+\/src\/[^/]+)\//;

/** Returns the edge between two folders in the `src` of a package for an import between them. */
function parseFolderEdge({ path, target }: Import): readonly Edge[] {
  if (!target.startsWith('.')) return [];
  const [from, to] = [path, new URL(target, `file:///${path}`).pathname.slice(1)].map(
    (each) => folderPattern.exec(each)?.[1],
  );
  return from === undefined || to === undefined || from === to ? [] : [{ path, from, to }];
}

const packageOf = (folder: string): string => folder.split('/')[1] ?? '';
const roomOf = (folder: string): string => folder.split('/')[3] ?? '';

function findUpwardImport({ path, from, to }: Edge): readonly string[] {
  const ranks = roomRanks[packageOf(from)];
  if (!ranks || rankOf(ranks, to) < rankOf(ranks, from)) return [];
  const rooms = Object.keys(ranks).join(', ');
  return [`${path}: ${roomOf(from)} may not import ${roomOf(to)}; from top to bottom the rooms are ${rooms}`];
}

const rankOf = (ranks: Readonly<Record<string, number>>, folder: string): number => ranks[roomOf(folder)] ?? 0;

function findDatabaseInPureRoom({ path, target }: Import): readonly string[] {
  const room = pureRooms.find((pure) => path.startsWith(`${pure}/`));
  if (!target.startsWith('@linework/db/') || room === undefined) return [];
  return [`${path}: ${roomOf(room)} may not import ${target}, because it has no I/O; move the statement to store`];
}

function findCycles(edges: readonly Edge[]): readonly string[] {
  return edges
    .filter(({ from, to }) => isReachable(edges, to, from))
    .map(
      ({ path, from, to }) => `${path}: ${from} and ${to} depend on each other; move the shared part to a third folder`,
    );
}

function isReachable(edges: readonly Edge[], start: string, goal: string): boolean {
  const reached = new Set([start]);
  for (const folder of reached) for (const edge of edges) if (edge.from === folder) reached.add(edge.to);
  return reached.has(goal);
}

export interface SourceFile {
  /** The path from the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/**
 * The ranks of the folders in `packages/domain/src`. A folder may import only from lower ranks or its own. The default is the lowest rank. The ranks of packages are the tags
 * in turbo.json.
 */
const domainRanks: Readonly<Record<string, number>> = {
  'bulk-operations': 3,
  'order-types': 2,
  orders: 1,
};

/** The ranks of the rooms in `packages/domain/src/orders`. A room may import only from lower ranks or itself. */
const orderRoomRanks: Readonly<Record<string, number>> = { commands: 4, execution: 3, queries: 2, store: 2, planning: 1, model: 0 };
/** Rooms without I/O. */
const pureOrderRooms = ['model', 'planning'];

/** A folder with more files than this is split by subject. */
const fileLimit = 25;

const meaninglessNames = /(^|\/)(utils?|helpers?|common|base|index)(\/|\.ts$)/;

/** Finds violations of the rules that `turbo boundaries` cannot express. Returns one sentence for each. Throws if there are no imports to check. */
export function findImportViolations(files: readonly SourceFile[]): readonly string[] {
  const imports = files.flatMap(parseImports);
  const domainEdges = imports.flatMap(parseDomainEdge);
  if (files.length === 0 || imports.length === 0) throw new Error('The import rules found no imports: check the paths of the files.');
  if (domainEdges.length === 0) throw new Error('The import rules found no imports between the folders of packages/domain/src.');
  return [
    ...files.flatMap(findEmptyName),
    ...findLargeFolders(files),
    ...imports.flatMap(findTestingInSource),
    ...imports.flatMap(findServersInSource),
    ...imports.flatMap(findUpwardRoom),
    ...imports.flatMap(findDatabaseInPureRoom),
    ...findUpwardImports(domainEdges),
    ...findCycles(imports.flatMap(parseFolderEdge)),
  ];
}

interface Import {
  readonly path: string;
  readonly target: string;
}

const importPattern = /^\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|^\s*import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm;

function parseImports({ path, text }: SourceFile): readonly Import[] {
  return [...text.matchAll(importPattern)].map((match) => ({ path, target: match.slice(1).find((target) => target !== undefined) ?? '' }));
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
    .map(([folder, content]) => `${folder}: ${content.length} files; move some to a folder of their subject, so that no folder has more than ${fileLimit}`);
}

function findTestingInSource({ path, target }: Import): readonly string[] {
  if (!/^@linework\/(testing|fixtures)\//.test(target) || isTest(path) || path.startsWith('packages/fixtures/')) return [];
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

const domainSource = 'packages/domain/src/';

/** Returns the edge between two folders of the domain for an import between them. Files outside the folders may be imported everywhere. */
function parseDomainEdge({ path, target }: Import): readonly Edge[] {
  if (!path.startsWith(domainSource) || !target.startsWith('.')) return [];
  const [from, to] = [path, new URL(target, `file:///${path}`).pathname.slice(1)].map(getDomainFolder);
  return from === undefined || to === undefined || from === to ? [] : [{ path, from, to }];
}

function getDomainFolder(path: string): string | undefined {
  const [folder, ...rest] = path.slice(domainSource.length).split('/');
  return rest.length === 0 ? undefined : folder;
}

const folderPattern = /^((?:apps|packages)\/[^/]+\/src\/[^/]+)\//;

/** Returns the edge between two folders in the `src` of a package for an import between them. */
function parseFolderEdge({ path, target }: Import): readonly Edge[] {
  if (!target.startsWith('.')) return [];
  const [from, to] = [path, new URL(target, `file:///${path}`).pathname.slice(1)].map((each) => folderPattern.exec(each)?.[1]);
  return from === undefined || to === undefined || from === to ? [] : [{ path, from, to }];
}

const orderSource = `${domainSource}orders/`;

function getOrderRoom(path: string): string | undefined {
  const [room, ...rest] = path.startsWith(orderSource) ? path.slice(orderSource.length).split('/') : [];
  return rest.length === 0 ? undefined : room;
}

function findUpwardRoom({ path, target }: Import): readonly string[] {
  if (!target.startsWith('.')) return [];
  const [from, to] = [path, new URL(target, `file:///${path}`).pathname.slice(1)].map(getOrderRoom);
  if (from === undefined || to === undefined || from === to || rankOfRoom(to) < rankOfRoom(from)) return [];
  return [`${path}: orders/${from} may not import orders/${to}: commands -> execution -> queries, store -> planning -> model, downwards only`];
}

const rankOfRoom = (room: string) => orderRoomRanks[room] ?? 0;

function findDatabaseInPureRoom({ path, target }: Import): readonly string[] {
  if (!target.startsWith('@linework/db/') || !pureOrderRooms.includes(getOrderRoom(path) ?? '')) return [];
  return [`${path}: orders/${getOrderRoom(path)} may not import ${target}, because it has no I/O; move the statement to orders/store`];
}

function findUpwardImports(edges: readonly Edge[]): readonly string[] {
  const rank = (folder: string) => domainRanks[folder] ?? 0;
  return edges
    .filter(({ from, to }) => rank(to) > rank(from))
    .map(({ path, from, to }) => `${path}: ${from} may not import ${to}: bulk-operations -> order-types -> orders -> the other folders, downwards only`);
}

function findCycles(edges: readonly Edge[]): readonly string[] {
  return edges
    .filter(({ from, to }) => isReachable(edges, to, from))
    .map(({ path, from, to }) => `${path}: ${from} and ${to} depend on each other; move the shared part to a third folder`);
}

function isReachable(edges: readonly Edge[], start: string, goal: string): boolean {
  const reached = new Set([start]);
  for (const folder of reached) for (const edge of edges) if (edge.from === folder) reached.add(edge.to);
  return reached.has(goal);
}

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Which of a folder's neighbours inside `packages/domain/src` it may look down upon; folders that are not named here are at the bottom. */
const domainRanks: Readonly<Record<string, number>> = {
  'partner-decisions': 8,
  privacy: 8,
  payments: 7,
  refunds: 7,
  'tax-receipts': 7,
  invoices: 6,
  subscriptions: 5,
  portability: 5,
  usage: 4,
  'bulk-operations': 3,
  'order-types': 2,
  orders: 1,
};

const namesThatSayNothing = /(^|\/)(utils?|helpers?|common|base|index)(\/|\.ts$)/;

/** What breaks the rules that `turbo boundaries` cannot express, one sentence each. Throws when it was given nothing to look at. */
export function findImportViolations(files: readonly SourceFile[]): readonly string[] {
  const imports = files.flatMap(parseImports);
  const domainEdges = imports.flatMap(parseDomainEdge);
  if (files.length === 0 || imports.length === 0) throw new Error('The import rules saw no imports: is the check looking in the right place?');
  if (domainEdges.length === 0) throw new Error('The import rules saw no imports between the folders of packages/domain/src.');
  return [
    ...files.flatMap(findEmptyName),
    ...imports.flatMap(findTestingInSource),
    ...imports.flatMap(findServersInSource),
    ...findUpwardImports(domainEdges),
    ...findCycles(domainEdges),
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
  return namesThatSayNothing.test(path) ? [`${path}: a name that says nothing; name the file after what it does`] : [];
}

function findTestingInSource({ path, target }: Import): readonly string[] {
  if (!target.startsWith('@linework/testing/') || isTest(path)) return [];
  return [`${path}: ${target} may be imported from test folders only, or it ends up in production`];
}

function findServersInSource({ path, target }: Import): readonly string[] {
  const allowed = isTest(path) || ['apps/local/', 'packages/testing/'].some((folder) => path.startsWith(folder));
  if (!target.startsWith('@linework/local-servers/') || allowed) return [];
  return [`${path}: ${target} is for tests and for apps/local; in production the servers are somebody else's`];
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

/** The edge between two folders of the domain that an import makes, if it makes one. Files beside the folders belong to nobody and may be used by all. */
function parseDomainEdge({ path, target }: Import): readonly Edge[] {
  if (!path.startsWith(domainSource) || !target.startsWith('.')) return [];
  const [from, to] = [path, new URL(target, `file:///${path}`).pathname.slice(1)].map(getDomainFolder);
  return from === undefined || to === undefined || from === to ? [] : [{ path, from, to }];
}

function getDomainFolder(path: string): string | undefined {
  const [folder, ...rest] = path.slice(domainSource.length).split('/');
  return rest.length === 0 ? undefined : folder;
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
    .map(({ path, from, to }) => `${path}: ${from} and ${to} need each other; a third folder is missing`);
}

function isReachable(edges: readonly Edge[], start: string, goal: string): boolean {
  const reached = new Set([start]);
  for (const folder of reached) for (const edge of edges) if (edge.from === folder) reached.add(edge.to);
  return reached.has(goal);
}

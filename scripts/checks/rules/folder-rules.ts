/** A folder with more files than this is split by subject. The folder of all nouns has 37. */
const fileLimit = 40;
const emptyNames = /(^|\/)(utils?|helpers?|common|base|index)(\/|\.ts$)/;

export function findEmptyNames(paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => emptyNames.test(path))
    .map((path) => `${path}: a meaningless name; name the file after its content`);
}

export function findLargeFolders(paths: readonly string[]): readonly string[] {
  const folders = Map.groupBy(
    paths.filter((path) => path.includes('/src/')),
    (path) => path.slice(0, path.lastIndexOf('/')),
  );
  return [...folders]
    .filter(([, content]) => content.length > fileLimit)
    .map(
      ([folder, content]) =>
        `${folder}: ${content.length} files; move some to a folder of their subject, so that no folder has more ` +
        `than ${fileLimit}`,
    );
}

interface Import {
  readonly path: string;
  /** The path of the imported file. */
  readonly target: string;
}

/** Programs, and files that a program loads by their path. */
const isLoaded = /\/(?:main|[\w-]+-main)\.tsx?$|\/pdf-worker\.ts$|\/shift-clock\.ts$/;

/** Finds files without exports that nothing imports. Knip takes them for entries of their package. */
export function findSilentFiles(
  withoutExports: readonly { readonly path: string }[],
  imports: readonly Import[],
): readonly string[] {
  const imported = new Set(imports.map(({ target }) => target));
  return withoutExports
    .filter(({ path }) => path.includes('/src/') && !isLoaded.test(path) && !imported.has(path))
    .map(({ path }) => `${path}: no program uses it; delete it, or import it where it is needed`);
}

const folderPattern = /^((?:apps|packages)\/[^/]+\/src\/[^/]+)\//;

/**
 * Finds imports between folders of a package that depend on each other, even through others. Biome finds only cycles of
 * files.
 */
export function findCycles(imports: readonly Import[]): readonly string[] {
  const edges = imports.flatMap(({ path, target }) => {
    const [from, to] = [path, target].map((each) => folderPattern.exec(each)?.[1]);
    const isInside = from?.split('/src/')[0] === to?.split('/src/')[0];
    return from === undefined || to === undefined || from === to || !isInside ? [] : [{ path, from, to }];
  });
  return edges
    .filter(({ from, to }) => isReachable(edges, to, from))
    .map(
      ({ path, from, to }) => `${path}: ${from} and ${to} depend on each other; move the shared part to a third folder`,
    );
}

function isReachable(
  edges: readonly { readonly from: string; readonly to: string }[],
  start: string,
  goal: string,
): boolean {
  const reached = new Set([start]);
  for (const folder of reached) for (const { from, to } of edges) if (from === folder) reached.add(to);
  return reached.has(goal);
}

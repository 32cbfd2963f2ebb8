import { parameterNames } from '../define-route.ts';

export interface FoundPath<Value> {
  readonly value: Value;
  readonly params: Readonly<Record<string, string>>;
}

interface Branch<Value> {
  readonly children: Map<string, Branch<Value>>;
  parameter: Branch<Value> | undefined;
  leaf: { readonly path: string; readonly names: readonly string[]; readonly value: Value } | undefined;
}

/**
 * Creates the function that finds the entry of a path. It compares the segments one by one, so its cost does not grow
 * with the number of paths. A literal segment takes precedence over a parameter, and a parameter is never empty.
 */
export function createPathTree<Value>(
  byPath: ReadonlyMap<string, Value>,
): (path: string) => FoundPath<Value> | undefined {
  const root = createBranch<Value>();
  for (const [path, value] of byPath) insertPath(root, path, value);
  return (path) => {
    const segments = path.split('/');
    const found: string[] = [];
    const leaf = findLeaf(root, segments, 0, found);
    return (
      leaf && {
        value: leaf.value,
        params: Object.fromEntries(leaf.names.map((name, index) => [name, decodeURIComponent(found[index] ?? '')])),
      }
    );
  };
}

function createBranch<Value>(): Branch<Value> {
  return { children: new Map(), parameter: undefined, leaf: undefined };
}

function insertPath<Value>(root: Branch<Value>, path: string, value: Value): void {
  let branch = root;
  for (const segment of path.split('/')) {
    const next = (segment.startsWith('{') ? branch.parameter : branch.children.get(segment)) ?? createBranch<Value>();
    if (segment.startsWith('{')) branch.parameter = next;
    else branch.children.set(segment, next);
    branch = next;
  }
  if (branch.leaf !== undefined)
    throw new Error(
      `${path} and ${branch.leaf.path} use different names for the parameters of one path; use the same names`,
    );
  branch.leaf = { path, names: parameterNames(path), value };
}

/** Stores the values of the parameters in `found`. */
function findLeaf<Value>(
  branch: Branch<Value>,
  segments: readonly string[],
  index: number,
  found: string[],
): Branch<Value>['leaf'] {
  const segment = segments[index];
  if (segment === undefined) return branch.leaf;
  const named = branch.children.get(segment);
  const leaf = named && findLeaf(named, segments, index + 1, found);
  if (leaf !== undefined || branch.parameter === undefined || segment === '') return leaf;
  const foundCount = found.length;
  found.push(segment);
  const below = findLeaf(branch.parameter, segments, index + 1, found);
  if (below === undefined) found.length = foundCount;
  return below;
}

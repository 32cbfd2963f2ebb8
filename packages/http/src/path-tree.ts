import { parameterNames } from './define-route.ts';

export interface FoundPath<Value> {
  readonly value: Value;
  readonly params: Readonly<Record<string, string>>;
}

interface Branch<Value> {
  readonly words: Map<string, Branch<Value>>;
  parameter: Branch<Value> | undefined;
  leaf: { readonly path: string; readonly names: readonly string[]; readonly value: Value } | undefined;
}

/**
 * Makes the function that finds what belongs to a path. It compares word by word and exactly, so that its cost does not grow with
 * the number of paths; a word goes before a parameter in its place, and a parameter is never empty.
 */
export function pathTree<Value>(byPath: ReadonlyMap<string, Value>): (path: string) => FoundPath<Value> | undefined {
  const root = newBranch<Value>();
  for (const [path, value] of byPath) grow(root, path, value);
  return (path) => {
    const words = path.split('/');
    const found: string[] = [];
    const leaf = find(root, words, 0, found);
    return leaf && { value: leaf.value, params: Object.fromEntries(leaf.names.map((name, index) => [name, decodeURIComponent(found[index] ?? '')])) };
  };
}

function newBranch<Value>(): Branch<Value> {
  return { words: new Map(), parameter: undefined, leaf: undefined };
}

function grow<Value>(root: Branch<Value>, path: string, value: Value): void {
  let branch = root;
  for (const word of path.split('/')) {
    const next = (word.startsWith('{') ? branch.parameter : branch.words.get(word)) ?? newBranch<Value>();
    if (word.startsWith('{')) branch.parameter = next;
    else branch.words.set(word, next);
    branch = next;
  }
  if (branch.leaf !== undefined) throw new Error(`${path} and ${branch.leaf.path} name the parameters of one path differently`);
  branch.leaf = { path, names: parameterNames(path), value };
}

/** Notes in `found` what stands in the place of the parameters. */
function find<Value>(branch: Branch<Value>, words: readonly string[], at: number, found: string[]): Branch<Value>['leaf'] {
  const word = words[at];
  if (word === undefined) return branch.leaf;
  const named = branch.words.get(word);
  const leaf = named && find(named, words, at + 1, found);
  if (leaf !== undefined || branch.parameter === undefined || word === '') return leaf;
  const noted = found.length;
  found.push(word);
  const below = find(branch.parameter, words, at + 1, found);
  if (below === undefined) found.length = noted;
  return below;
}

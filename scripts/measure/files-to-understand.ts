import { findImported, type Source, type Sources, walk } from '../read-sources.ts';

/** A declaration of a file; the empty name is a part of it where reading starts. */
interface Place {
  readonly path: string;
  readonly name: string;
}

type Node = ReturnType<typeof walk> extends Generator<infer One> ? One : never;

/** Where a reader of a block starts: its handler in the API, and the job of the worker that executes its order. */
const startTexts = [/^(?:endpoint|implement)\(blockLineRoute,/, /^'advance-order':/];

/** Packages whose functions are known by their names: libraries, and the definitions. */
const libraries =
  /^packages\/(?:auth|batching|config|db|events|http|idempotency|lifecycle|lists|log|problem-details|queue|schemas)\/|\/deps\.ts$/;

/**
 * Lists the files that a reader opens who follows a block from the request to the last status, in the order of reading.
 * In each file only the declarations that were named so far are read, and the files of their values and types are
 * opened next. Libraries are not opened.
 */
export function listFilesToUnderstand(sources: Sources): readonly string[] {
  const starts = [...sources.values()].flatMap((source) => findStarts(source).map((node) => ({ source, node })));
  const queue: { readonly source: Source; readonly node: object }[] = [...starts];
  const seen = new Set<string>();
  const files = new Set<string>();
  for (const { source, node } of queue) {
    files.add(source.path);
    for (const place of namesIn(sources, source, node)) {
      const key = `${place.path}#${place.name}`;
      const target = sources.get(place.path);
      if (seen.has(key) || !target || libraries.test(place.path)) continue;
      seen.add(key);
      files.add(place.path);
      queue.push(...findDeclarations(target, place.name).map((found) => ({ source: target, node: found })));
    }
  }
  return [...files];
}

function findStarts({ path, text, program }: Source): readonly object[] {
  if (!/^apps\/(?:api|worker)\//.test(path)) return [];
  return [...walk(program)].filter(({ start, end }) => startTexts.some((begin) => begin.test(text.slice(start, end))));
}

function namesIn(sources: Sources, source: Source, node: object): readonly Place[] {
  const nodes = [node as Node, ...walk(node)];
  const members = new Set(nodes.map(memberName));
  const names = new Set(
    nodes.flatMap((each) => (each.type === 'Identifier' && !members.has(each) ? [String(each['name'])] : [])),
  );
  const imports = source.module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries
      .filter(({ localName, isType }) => !isType && names.has(localName.value))
      .flatMap(({ importName }) => {
        const path = findImported(sources, source.path, moduleRequest.value);
        return path ? [{ path, name: importName.name ?? '' }] : [];
      }),
  );
  return [...imports, ...[...names].map((name) => ({ path: source.path, name }))];
}

/** The name of a member of an object, which is no name of a declaration. */
function memberName({ type, computed, shorthand, property, key }: Node): unknown {
  if (computed || shorthand) return undefined;
  return type === 'MemberExpression' ? property : type === 'Property' ? key : undefined;
}

/** The declarations at the top of a file with this name. */
function findDeclarations({ program }: Source, name: string): readonly object[] {
  return program.body.filter((statement) => {
    const declared = 'declaration' in statement && statement.declaration ? statement.declaration : statement;
    const ids =
      'declarations' in declared ? declared.declarations.map(({ id }) => id) : 'id' in declared ? [declared.id] : [];
    return ids.some((id) => id && 'name' in id && id.name === name);
  });
}

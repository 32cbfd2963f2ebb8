import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

/** What a reader of the interface sees, by a name such as `GET /lines`. */
type Parts = Readonly<Record<string, unknown>>;
type Json = { readonly [name: string]: Json } & { readonly $ref?: string };

/** Pages that programs write, whose rows and paragraphs are compared. */
const pages = ['problems', 'event-types', 'lifecycles', 'order-types', 'commands'];

/**
 * Compares the documents in `docs/generated` of two checkouts in meaning: the order of members and the layout do not
 * matter.
 */
export function compareDocuments(before: string, after: string): readonly string[] {
  const [old, current] = [readParts(before), readParts(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(current)])].flatMap((name) => {
    if (!(name in current)) return [`${name} is gone`];
    if (!(name in old)) return [`${name} is new`];
    return findDifference(old[name], current[name]).map((where) => `${name}: ${where}`);
  });
}

function readParts(folder: string): Parts {
  const [api, jobs] = ['openapi', 'asyncapi'].map((name) => readJson(`${folder}/docs/generated/${name}.json`));
  return {
    ...partsOf('', api, ['info', 'servers', 'tags', 'security']),
    ...Object.fromEntries(
      Object.entries(api?.['paths'] ?? {}).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path}`, resolve(api, one)]),
      ),
    ),
    ...partsOf('jobs: ', jobs, ['info', 'channels', 'operations']),
    ...Object.assign({}, ...pages.map((page) => readPage(page, `${folder}/docs/generated/${page}.md`))),
  };
}

const readJson = (path: string): Json | undefined =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;

/** The members of a document that are not operations, and each of its components. */
function partsOf(prefix: string, document: Json | undefined, names: readonly string[]): Parts {
  const components = Object.entries(document?.['components'] ?? {}).flatMap(([kind, all]) =>
    Object.entries(all).map(([name, one]) => [`${prefix}${kind} ${name}`, resolve(document, one)]),
  );
  const members = names.map((name) => [`${prefix}${name}`, resolve(document, document?.[name])]);
  return Object.fromEntries([...members, ...components]);
}

/** Lists of which the order says nothing. */
const unordered = ['required', 'enum', 'parameters', 'anyOf', 'oneOf', 'allOf', 'tags', 'type'];

/**
 * Replaces references by what they name, so that it does not matter where a schema stands, and sorts lists without an
 * order.
 */
function resolve(document: Json | undefined, value: unknown, inside: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(document, one, inside));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: name } = value as Json;
  if (typeof name === 'string' && !inside.includes(name)) {
    const target = name
      .slice(2)
      .split('/')
      .reduce<Json | undefined>((at, key) => at?.[key.replaceAll('~1', '/')], document);
    if (target) return resolve(document, target, [...inside, name]);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const resolved = resolve(document, one, inside);
      return [key, Array.isArray(resolved) && unordered.includes(key) ? resolved.toSorted(byText) : resolved];
    }),
  );
}

const byText = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

/** The rows and the text of a page, by the heading above them and the first cell. */
function readPage(page: string, path: string): Parts {
  const parts: Record<string, string> = {};
  let heading = '';
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
    const row = /^\| ([^|]+) \|/.exec(line)?.[1];
    const name = `${page}: ${heading}${row ? `, ${row}` : ''}`;
    parts[name] = [parts[name], line.trim()].filter(Boolean).join(' ');
  }
  return parts;
}

/** The first place where two parts differ. */
function findDifference(before: unknown, after: unknown, at = ''): readonly string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, current] = [before, after].map((one) =>
    typeof one === 'object' && one !== null ? (one as Json) : undefined,
  );
  if (!old || !current) return [`${at || 'its text'}: ${shorten(before)} became ${shorten(after)}`];
  const name = [...Object.keys(old), ...Object.keys(current)].find((key) => !isDeepStrictEqual(old[key], current[key]));
  return findDifference(old[name ?? ''], current[name ?? ''], at === '' ? `${name}` : `${at}.${name}`);
}

const shorten = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
};

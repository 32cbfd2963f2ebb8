/** The query of a page, as a link to it has it: the filters of the list, and where the page begins. */
export interface PageQuery {
  readonly cursor?: string;
  readonly [parameter: string]: string | readonly string[] | undefined;
}

/** A link with its parameters, as in RFC 8288. */
const links = /<([^>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s";,]+))*)/g;
const parameter = /;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s";,]+))/g;

/**
 * Finds the link to another page in the `Link` header of a list and returns its query, with the filters and the cursor.
 * The path of the request stays: a link is never followed to another server, and the API may be behind a path of its
 * own. Undefined if there is no such page.
 */
export function findPageLink(headers: Headers, relation: 'next' | 'prev'): PageQuery | undefined {
  for (const [, target = '', parameters = ''] of (headers.get('Link') ?? '').matchAll(links)) {
    if (readRelations(parameters).includes(relation)) return readQuery(target);
  }
  return undefined;
}

/** The relations of a link, which are in its first `rel`. */
function readRelations(parameters: string): readonly string[] {
  const [, , quoted, plain = ''] =
    [...parameters.matchAll(parameter)].find(([, name]) => name?.toLowerCase() === 'rel') ?? [];
  return (quoted ?? plain).toLowerCase().split(/\s+/);
}

function readQuery(target: string): PageQuery {
  const [, query = ''] = /\?([^#]*)/.exec(target) ?? [];
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, oneOrMany(parameters.getAll(name))]));
}

const oneOrMany = (values: readonly string[]) => (values.length === 1 ? values[0] : values);

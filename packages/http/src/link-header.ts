/** The target of a link of a list: a page, a cursor or a position. */
type PageLink = { readonly page: number } | { readonly cursor: string } | { readonly after: number };

/** The pages beside one page of a list. */
export interface Pages {
  readonly next?: PageLink | undefined;
  readonly prev?: PageLink | undefined;
}

/**
 * Builds the `Link` header of one page of a list, with the links to other pages. `url` is the URL of the request, whose
 * other parameters are kept. Undefined if there are no other pages.
 */
export function buildLinkHeader(url: string, pages: Pages): string | undefined {
  const links = (['next', 'prev'] as const).flatMap((relation) => {
    const page = pages[relation];
    return page === undefined ? [] : [`<${buildPageUrl(url, page)}>; rel="${relation}"`];
  });
  return links.length === 0 ? undefined : links.join(', ');
}

function buildPageUrl(url: string, page: PageLink): string {
  const [path = ''] = url.split('?', 1);
  const parameters = new URLSearchParams(url.slice(path.length));
  for (const parameter of ['page', 'cursor', 'after']) parameters.delete(parameter);
  for (const [name, value] of Object.entries(page)) parameters.set(name, String(value));
  return `${path}?${parameters}`;
}

/**
 * The cursor of the link to the next or the previous page in the `Link` header of a list; undefined without such a
 * link.
 */
export function findCursor(header: string | null | undefined, relation: 'next' | 'prev'): string | undefined {
  const [, address = ''] = new RegExp(`<([^>]*)>;\\s*rel="${relation}"`).exec(header ?? '') ?? [];
  return new URLSearchParams(address.split('?')[1]).get('cursor') ?? undefined;
}

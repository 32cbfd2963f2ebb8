import type { Api, Page } from './api.ts';

const pageSizeLimit = 100;

export interface PagesOptions {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** The number of records to read; undefined for all. */
  readonly limit: number | undefined;
}

/** Reads a list page by page, until `limit` records or its end. A page has `total`, the number of all records where the list counts them. */
export async function* readPages(api: Api, path: string, { query = {}, limit = Number.POSITIVE_INFINITY }: PagesOptions): AsyncGenerator<Page> {
  let left = limit;
  let place: Place | undefined;
  do {
    const size = Math.min(left, pageSizeLimit);
    // A place replaces the page or the position with which the list began.
    const { page: _page, after: _after, ...kept } = query;
    const { data } = await api.request('GET', path, { query: { ...(place === undefined ? query : { ...kept, ...place }), limit: size } });
    const { items, meta = {} } = data as Page;
    yield { items: items.slice(0, left), meta };
    left -= items.length;
    place = findNext(meta, items.length === size);
  } while (place !== undefined && left > 0);
}

type Place = { readonly cursor: string } | { readonly after: number };

/** The list of events of a record always has a cursor, so a page that is not full is its last one. A page of the feed may be empty before its end. */
function findNext({ nextCursor, nextAfter, hasMore }: Page['meta'], isFull: boolean): Place | undefined {
  if (hasMore === true && nextAfter !== undefined) return { after: nextAfter };
  return nextCursor === undefined || !isFull ? undefined : { cursor: nextCursor };
}

/** Reads a list into an array. */
export async function readAll<Item>(api: Api, path: string, options: PagesOptions): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of readPages(api, path, options)) items.push(...(page.items as readonly Item[]));
  return items;
}

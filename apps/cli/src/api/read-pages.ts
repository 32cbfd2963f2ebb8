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
  let cursor: string | undefined;
  do {
    const size = Math.min(left, pageSizeLimit);
    // A cursor replaces the page that it continues.
    const { page: _page, ...kept } = query;
    const { data } = await api.request('GET', path, { query: { ...(cursor === undefined ? query : kept), limit: size, ...(cursor && { cursor }) } });
    const { items, meta = {} } = data as Page;
    yield { items: items.slice(0, left), meta };
    left -= items.length;
    // The list of events of a record always has a cursor; a page that is not full is its last one.
    cursor = items.length < size ? undefined : meta.nextCursor;
  } while (cursor !== undefined && left > 0);
}

/** Reads a list into an array. */
export async function readAll<Item>(api: Api, path: string, options: PagesOptions): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of readPages(api, path, options)) items.push(...(page.items as readonly Item[]));
  return items;
}

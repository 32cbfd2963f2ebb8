import { findPageLink } from '@linework/sdk';
import type { Api, ApiRequest, Page } from './api.ts';

const pageSizeLimit = 100;

export interface PagesOptions {
  readonly query?: ApiRequest['query'];
  /** The number of records to read; undefined for all. */
  readonly limit: number | undefined;
}

interface ReadPage extends Pick<Page, 'items'> {
  /** The number of all records, where the list counts them. */
  readonly total: number | undefined;
  /** Whether the list goes on after this page. */
  readonly hasMore: boolean;
}

/** Reads a list page by page, by the links to the next page, until `limit` records or its end. */
export async function* readPages(
  api: Api,
  path: string,
  { query, limit = Number.POSITIVE_INFINITY }: PagesOptions,
): AsyncGenerator<ReadPage> {
  let left = limit;
  let next: ApiRequest['query'] = query;
  do {
    const { data, headers } = await api.request('GET', path, {
      query: { ...next, limit: Math.min(left, pageSizeLimit) },
    });
    const { items, meta } = data as Page;
    next = findPageLink(headers, 'next');
    yield { items: items.slice(0, left), total: meta?.total, hasMore: next !== undefined };
    left -= items.length;
  } while (next !== undefined && left > 0);
}

/** Reads a list into an array. */
export async function readAll<Item>(api: Api, path: string, options: PagesOptions): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of readPages(api, path, options)) items.push(...(page.items as readonly Item[]));
  return items;
}

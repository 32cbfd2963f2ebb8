import { findPageLink, type Page, type PageMeta, type PageQuery, type RequestOptions } from '@linework/sdk';
import { linework } from './linework.ts';

/** A page of a list, and the query of the next one; undefined on the last page. */
export interface ReadPage<Item, Meta = PageMeta> extends Page<Item, Meta> {
  readonly next: PageQuery | undefined;
}

/** Reads the page of a list that the query, or the link of the page before, asks for. */
export const readPage = <Item, Meta = PageMeta>(
  path: `/${string}`,
  query: PageQuery,
  signal: AbortSignal,
): Promise<ReadPage<Item, Meta>> => read(path, query, { signal });

/** Reads the rows of a page without how many the whole list has: to count them may take longer than to read a page. */
export const readRows = <Item>(
  path: `/${string}`,
  query: PageQuery,
  signal: AbortSignal,
): Promise<ReadPage<Item, Omit<PageMeta, 'total' | 'totalPages'>>> =>
  read(path, query, { signal, headers: { Prefer: 'count=none' } });

async function read<Item, Meta>(
  path: `/${string}`,
  query: PageQuery,
  options: RequestOptions,
): Promise<ReadPage<Item, Meta>> {
  const { data, response } = await linework
    .request<Page<Item, Meta>>('GET', path, { ...options, query })
    .withResponse();
  return { ...data, next: findPageLink(response.headers, 'next') };
}

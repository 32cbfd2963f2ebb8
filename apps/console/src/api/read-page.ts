import { findPageLink, type Page, type PageMeta, type PageQuery } from '@linework/sdk';
import { linework } from './linework.ts';

/** A page of a list, and the query of the next one; undefined on the last page. */
export interface ReadPage<Item, Meta = PageMeta> extends Page<Item, Meta> {
  readonly next: PageQuery | undefined;
}

/** Reads the page of a list that the query, or the link of the page before, asks for. */
export async function readPage<Item, Meta = PageMeta>(
  path: `/${string}`,
  query: PageQuery,
  signal: AbortSignal,
): Promise<ReadPage<Item, Meta>> {
  const { data, response } = await linework.request<Page<Item, Meta>>('GET', path, { query, signal }).withResponse();
  return { ...data, next: findPageLink(response.headers, 'next') };
}

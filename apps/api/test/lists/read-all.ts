import type { TestApi } from '../support/test-api.ts';

export interface ListPage {
  readonly items: readonly { readonly id: string }[];
  readonly meta: {
    readonly total: number;
    readonly page: number;
    readonly pageSize: number;
    readonly totalPages: number;
  };
  readonly next: string | undefined;
  readonly prev: string | undefined;
}

/** One page of a list, and the targets of its `Link` header. */
export async function readPage({ url }: TestApi, key: string, address: string): Promise<ListPage> {
  const response = await fetch(url + address, { headers: { 'X-API-Key': key } });
  if (response.status !== 200) throw new Error(`${address} returned ${response.status}: ${await response.text()}`);
  const links = response.headers.get('Link') ?? '';
  const findLink = (relation: string) => new RegExp(`<([^>]+)>; rel="${relation}"`).exec(links)?.[1];
  return {
    ...((await response.json()) as Pick<ListPage, 'items' | 'meta'>),
    next: findLink('next'),
    prev: findLink('prev'),
  };
}

export interface ReadOptions {
  readonly direction?: 'next' | 'prev';
  /** Called after each page. */
  readonly afterPage?: () => Promise<void>;
}

/** Reads all pages from an address on by their links. */
export async function readAllPages(
  api: TestApi,
  key: string,
  from: string,
  { direction = 'next', afterPage = async () => {} }: ReadOptions = {},
): Promise<readonly ListPage[]> {
  const pages: ListPage[] = [];
  for (let address: string | undefined = from; address !== undefined; address = pages.at(-1)?.[direction]) {
    pages.push(await readPage(api, key, address));
    if (pages.length > 200) throw new Error(`the list at ${from} has more than 200 pages`);
    await afterPage();
  }
  return pages;
}

export const collectIds = (pages: readonly ListPage[]): readonly string[] =>
  pages.flatMap(({ items }) => items.map(({ id }) => id));

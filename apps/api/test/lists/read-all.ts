import type { TestApi } from '../support/test-api.ts';

export interface ListPage {
  readonly items: readonly { readonly id: string }[];
  readonly meta: {
    readonly total: number;
    readonly page: number;
    readonly pageSize: number;
    readonly totalPages: number;
    readonly nextCursor?: string;
    readonly prevCursor?: string;
  };
  readonly next: string | undefined;
  readonly prev: string | undefined;
}

/** One page of a list, and where its `Link` header leads. */
export async function readPage({ url }: TestApi, key: string, address: string): Promise<ListPage> {
  const answer = await fetch(url + address, { headers: { 'X-API-Key': key } });
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  const links = answer.headers.get('Link') ?? '';
  const linked = (relation: string) => new RegExp(`<([^>]+)>; rel="${relation}"`).exec(links)?.[1];
  return { ...((await answer.json()) as Pick<ListPage, 'items' | 'meta'>), next: linked('next'), prev: linked('prev') };
}

export interface Reading {
  readonly by?: 'next' | 'prev';
  /** Done after each page. */
  readonly between?: () => Promise<void>;
}

/** Every page from an address on, as `Link` leads. */
export async function readOn(api: TestApi, key: string, from: string, { by = 'next', between = async () => {} }: Reading = {}): Promise<readonly ListPage[]> {
  const pages: ListPage[] = [];
  for (let address: string | undefined = from; address !== undefined; address = pages.at(-1)?.[by]) {
    pages.push(await readPage(api, key, address));
    if (pages.length > 200) throw new Error(`the list at ${from} has no end`);
    await between();
  }
  return pages;
}

export const idsOf = (pages: readonly ListPage[]): readonly string[] => pages.flatMap(({ items }) => items.map(({ id }) => id));

import type { PageMeta } from '../generated/types.ts';
import type { Answer } from '../transport/answer.ts';
import { Call } from './call.ts';

/** One page of a list. */
export interface Page<Item, Meta = PageMeta> {
  readonly items: readonly Item[];
  readonly meta: Meta;
}

/** Where a page begins: `cursor` in a list, `after` in the feed of events. */
type PageStart = { readonly cursor: string } | { readonly after: number };

/** Sends the request of a list again, for another page. */
type ReadPage<Item, Meta> = (start: PageStart) => Promise<Answer<Page<Item, Meta>>>;

/** A list: a promise of its first page, and an iterator over the items of all pages. */
export class PageCall<Item, Meta = PageMeta> extends Call<Page<Item, Meta>> implements AsyncIterable<Item> {
  readonly #readPage: ReadPage<Item, Meta>;

  constructor(first: Promise<Answer<Page<Item, Meta>>>, readPage: ReadPage<Item, Meta>) {
    super(first);
    this.#readPage = readPage;
  }

  /** Iterates over the items. The next page is read when the items of the one before are used up. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** Iterates over the pages. */
  async *pages(): AsyncGenerator<Page<Item, Meta>, void, undefined> {
    for (let answer = await this.withResponse(); ; ) {
      yield answer.data;
      const next = findNextPage(answer);
      if (next === undefined) return;
      answer = await this.#readPage(next);
    }
  }
}

interface NextPage {
  readonly nextCursor?: string;
  readonly nextAfter?: number;
  readonly hasMore?: boolean;
}

/** The last page of events has a cursor too, to continue from later; only `Link` tells that there is more now. In the feed `hasMore` does. */
function findNextPage({ data, response }: Answer<Page<unknown, unknown>>): PageStart | undefined {
  const { nextCursor, nextAfter, hasMore } = data.meta as NextPage;
  if (nextAfter !== undefined) return hasMore ? { after: nextAfter } : undefined;
  const isLinked = response.headers.get('Link')?.includes('rel="next"') ?? false;
  return nextCursor !== undefined && isLinked ? { cursor: nextCursor } : undefined;
}

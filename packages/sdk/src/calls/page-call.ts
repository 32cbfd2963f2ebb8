import type { PageMeta } from '../generated/types.ts';
import type { Answer } from '../transport/answer.ts';
import { Call } from './call.ts';
import { findPageLink, type PageQuery } from './page-link.ts';

/** One page of a list. */
export interface Page<Item, Meta = PageMeta> {
  readonly items: readonly Item[];
  readonly meta: Meta;
}

/** Sends the request of a list with another query. */
type ReadPage<Item, Meta> = (query: PageQuery) => Promise<Answer<Page<Item, Meta>>>;

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
      const next = findPageLink(answer.response.headers, 'next');
      if (next === undefined) return;
      answer = await this.#readPage(next);
    }
  }
}

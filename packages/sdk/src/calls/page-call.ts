import type { PageMeta } from '../generated/types.ts';
import type { Answer } from '../transport/answer.ts';
import { Call } from './call.ts';

/** One page of a list. */
export interface Page<Item, Meta = PageMeta> {
  readonly items: readonly Item[];
  readonly meta: Meta;
}

/** Sends the request of a list again, for the page at this cursor. */
type ReadPage<Item, Meta> = (cursor: string) => Promise<Answer<Page<Item, Meta>>>;

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
      const cursor = findNextCursor(answer);
      if (cursor === undefined) return;
      answer = await this.#readPage(cursor);
    }
  }
}

/** The cursor of the next page. The last page of events has one too, to continue from later; only `Link` tells that there is more now. */
function findNextCursor({ data, response }: Answer<Page<unknown, unknown>>): string | undefined {
  const { nextCursor } = data.meta as { readonly nextCursor?: string };
  return response.headers.get('Link')?.includes('rel="next"') ? nextCursor : undefined;
}

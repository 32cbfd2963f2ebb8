import { eachInPieces } from '@linework/batching/each-in-pieces';
import type { UsageType } from '@linework/schemas/catalog/product';
import type { Account, Credit } from './account.ts';

/** What a line may draw on. */
export interface LineBook {
  /** In the order in which their products were added. */
  readonly accounts: readonly Account[];
  /** Of all its accounts, those first that end first. */
  readonly credits: ReadonlyMap<UsageType, readonly Credit[]>;
}

/** Accounts and credits by the line whose they are, both left in the order in which they come. */
export async function booksByLine(accounts: readonly Account[], credits: readonly Credit[]): Promise<ReadonlyMap<string, LineBook>> {
  const books = new Map<string, { accounts: Account[]; credits: Map<UsageType, Credit[]> }>();
  const lineOf = new Map<string, string>();
  await eachInPieces(accounts, (account) => {
    lineOf.set(account.id, account.lineId);
    const book = books.get(account.lineId);
    if (book) book.accounts.push(account);
    else books.set(account.lineId, { accounts: [account], credits: new Map() });
  });
  await eachInPieces(credits, (credit) => {
    const book = books.get(lineOf.get(credit.accountId) ?? '')?.credits;
    const ofType = book?.get(credit.type);
    if (ofType) ofType.push(credit);
    else book?.set(credit.type, [credit]);
  });
  return books;
}

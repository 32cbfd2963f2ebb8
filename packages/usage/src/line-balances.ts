import { forEachInChunks } from '@linework/batching/for-each-in-chunks';
import type { UsageType } from '@linework/schemas/catalog/product';
import type { Account, Credit } from './account.ts';

/** The accounts and credits that usage of a line can draw on. */
export interface LineBalances {
  /** In the order in which their products were added. */
  readonly accounts: readonly Account[];
  /** Credits of all its accounts, sorted by expiry, the earliest first. */
  readonly credits: ReadonlyMap<UsageType, readonly Credit[]>;
}

/** Groups accounts and credits by line and keeps their order. */
export async function groupBalancesByLine(
  accounts: readonly Account[],
  credits: readonly Credit[],
): Promise<ReadonlyMap<string, LineBalances>> {
  const balancesByLine = new Map<string, { accounts: Account[]; credits: Map<UsageType, Credit[]> }>();
  const lineByAccount = new Map<string, string>();
  await forEachInChunks(accounts, (account) => {
    lineByAccount.set(account.id, account.lineId);
    const balances = balancesByLine.get(account.lineId);
    if (balances) balances.accounts.push(account);
    else balancesByLine.set(account.lineId, { accounts: [account], credits: new Map() });
  });
  await forEachInChunks(credits, (credit) => {
    const balances = balancesByLine.get(lineByAccount.get(credit.accountId) ?? '')?.credits;
    const ofType = balances?.get(credit.type);
    if (ofType) ofType.push(credit);
    else balances?.set(credit.type, [credit]);
  });
  return balancesByLine;
}

import type { UsageType } from '@linework/schemas/catalog/product';
import type { LineUsage } from '@linework/schemas/usage/usage-record';
import { type Account, type Credit, isCreditActive, isInAnySpan } from './account.ts';
import type { LineBalances } from './line-balances.ts';

/** A source for a part of a record: a credit, or an unlimited source if there is no credit. */
export interface Source {
  readonly accountId: string;
  readonly componentId: string;
  readonly credit?: Credit;
  readonly overage?: true;
}

/**
 * Yields the sources of a record in this order: an unlimited component; credits by expiry; overage of the first product
 * that allows it. The credits are those active at the time of use. If there were none, the credits active now are used,
 * because no credits exist for a past cycle in which nothing was read. They are used only if the line had their product
 * at the time of use.
 */
export function* findSources(
  { type, usedAt, productId }: LineUsage,
  balances: LineBalances,
  now: Date,
): Generator<Source> {
  const accounts =
    productId === undefined
      ? balances.accounts
      : balances.accounts.filter((account) => account.productId === productId);
  const held = accounts.filter((account) => isInAnySpan(account.held, usedAt));
  const unlimited = findFirstSource(held, type, true);
  if (unlimited) yield unlimited;
  const credits = (balances.credits.get(type) ?? []).filter(({ accountId }) =>
    accounts.some(({ id }) => id === accountId),
  );
  const activeThen = credits.filter((credit) => isCreditActive(credit, usedAt));
  const activeNow = credits.filter(
    (credit) => isCreditActive(credit, now) && held.some(({ id }) => id === credit.accountId),
  );
  for (const credit of activeThen.length > 0 ? activeThen : activeNow) {
    yield { accountId: credit.accountId, componentId: credit.componentId, credit };
  }
  const overageSource = findFirstSource(
    held.filter(({ allowsOverage }) => allowsOverage),
    type,
    false,
  );
  if (overageSource) yield { ...overageSource, overage: true };
}

function findFirstSource(accounts: readonly Account[], type: UsageType, unlimited: boolean): Source | undefined {
  for (const { id: accountId, components } of accounts) {
    const component = components.find((component) => component.type === type && component.unlimited === unlimited);
    if (component) return { accountId, componentId: component.id };
  }
  return undefined;
}

import type { UsageType } from '@linework/schemas/catalog/product';
import type { UsageRecord } from '@linework/schemas/usage/usage-record';
import { type Account, type Credit, isAlive } from './account.ts';
import type { LineBook } from './line-book.ts';

/** Where a part of a record may be taken from: a credit, or without end. */
export interface Source {
  readonly accountId: string;
  readonly componentId: string;
  readonly credit?: Credit;
  readonly overage?: true;
}

/**
 * Where a record may be taken from, in this order: a component without limit; the credits that were alive when it was used, or, where
 * there were none, those that are now, the one that ends first first; overage of the first product that allows it.
 */
export function* sourcesOf({ type, usedAt, productId }: UsageRecord, book: LineBook, now: Date): Generator<Source> {
  const accounts = productId === undefined ? book.accounts : book.accounts.filter((account) => account.productId === productId);
  const current = accounts.filter((account) => account.current);
  const unlimited = firstOf(current, type, true);
  if (unlimited) yield unlimited;
  const credits = (book.credits.get(type) ?? []).filter(({ accountId }) => accounts.some(({ id }) => id === accountId));
  const then = credits.filter((credit) => isAlive(credit, usedAt));
  for (const credit of then.length > 0 ? then : credits.filter((credit) => isAlive(credit, now))) {
    yield { accountId: credit.accountId, componentId: credit.componentId, credit };
  }
  const beyond = firstOf(
    current.filter(({ allowsOverage }) => allowsOverage),
    type,
    false,
  );
  if (beyond) yield { ...beyond, overage: true };
}

function firstOf(accounts: readonly Account[], type: UsageType, unlimited: boolean): Source | undefined {
  for (const { id: accountId, components } of accounts) {
    const component = components.find((component) => component.type === type && component.unlimited === unlimited);
    if (component) return { accountId, componentId: component.id };
  }
  return undefined;
}

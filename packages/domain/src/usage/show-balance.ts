import { type ProductComponent, type UsageType, unitOf, usageTypes } from '@linework/schemas/catalog/product';
import type { BalanceComponent, LineProductBalance } from '@linework/schemas/usage/line-product-balance';
import { startOfDay } from '../billing/civil-day.ts';
import type { LineAccount } from './find-line-account.ts';
import { toSafeNumber } from './to-safe-number.ts';

/** A credit that may be used now. Amounts come as text. */
export interface ActiveCredit {
  readonly componentId: string;
  readonly type: UsageType;
  readonly granted: string;
  readonly used: string;
  readonly dueAt: Date;
  readonly updatedAt: Date;
  readonly metadata: Record<string, unknown>;
}

/** What was used of a component in the cycle under way. */
export interface CycleUsage {
  readonly componentId: string;
  readonly amount: string;
  readonly overage: string;
}

/**
 * A balance as its client sees it. A service that is not measured has none, and is left out of the components. The amounts by type
 * are of all credits, also of those whose component the product has no more.
 */
export function showBalance(account: LineAccount, credits: readonly ActiveCredit[], cycle: readonly CycleUsage[]): LineProductBalance['balance'] {
  const { product } = account;
  const [createdAt, updatedAt] = [account.createdAt.toISOString(), findLatestUpdate([account, ...credits])];
  return {
    accountId: account.id,
    totalAmount: mapByType((type) => sum(credits.filter((credit) => credit.type === type).map(({ granted }) => granted))),
    usedAmount: mapByType((type) => {
      const uncovered = product.components.filter((component) => component.type === type).map((component) => findUncoveredUsage(component, cycle));
      return sum([...credits.filter((credit) => credit.type === type).map(({ used }) => used), ...uncovered]);
    }),
    balanceCredits: credits.map(({ type, granted, used, dueAt, metadata, ...credit }) => ({
      type,
      value: toSafeNumber(BigInt(granted) - BigInt(used)),
      updatedAt: credit.updatedAt.toISOString(),
      dueDate: dueAt.toISOString(),
      metadata,
    })),
    metadata: account.metadata,
    createdAt,
    updatedAt,
    product: {
      catalogProductId: product.id,
      name: product.name,
      ...(product.externalCode !== undefined && { externalCode: product.externalCode }),
      createdAt,
      updatedAt: account.updatedAt.toISOString(),
      billingType: product.billingType,
      recurrence: product.recurrence,
      features: product.features,
      productComponents: showComponents(account, credits, cycle),
    },
  };
}

function showComponents(account: LineAccount, credits: readonly ActiveCredit[], cycle: readonly CycleUsage[]): BalanceComponent[] {
  const { cycleFrom, cycleUntil } = account;
  return account.product.components.flatMap((component): BalanceComponent[] => {
    const { id, name, type, unlimited, icon, externalCode } = component;
    if (type === 'SERVICE') return [];
    const own = credits.filter(({ componentId }) => componentId === id);
    return [
      {
        id,
        name,
        unit: unitOf[type],
        ...(icon !== undefined && { icon }),
        ...(externalCode !== undefined && { externalCode }),
        ...(cycleFrom !== null && { startDate: startOfDay(cycleFrom).toISOString() }),
        ...(cycleUntil !== null && { endDate: startOfDay(cycleUntil).toISOString() }),
        createdAt: account.createdAt.toISOString(),
        updatedAt: findLatestUpdate([account, ...own]),
        type,
        unlimited,
        totalAmount: sum(own.map(({ granted }) => granted)),
        usedAmount: sum([...own.map(({ used }) => used), findUncoveredUsage(component, cycle)]),
      },
    ];
  });
}

/** What was used of a component in the cycle without a credit. */
function findUncoveredUsage({ id, unlimited }: Pick<ProductComponent, 'id' | 'unlimited'>, cycle: readonly CycleUsage[]): string {
  const inCycle = cycle.find(({ componentId }) => componentId === id);
  return (unlimited ? inCycle?.amount : inCycle?.overage) ?? '0';
}

const mapByType = (amountFor: (type: UsageType) => number) =>
  Object.fromEntries(usageTypes.map((type) => [type, amountFor(type)])) as Record<UsageType, number>;

const sum = (amounts: readonly string[]) => toSafeNumber(amounts.reduce((total, amount) => total + BigInt(amount), 0n));

function findLatestUpdate(times: readonly { readonly updatedAt: Date }[]): string {
  return new Date(Math.max(...times.map(({ updatedAt }) => updatedAt.getTime()))).toISOString();
}

import { startOfDay } from '@linework/billing/civil-day';
import { type ProductComponent, type UsageType, unitOf, usageTypes } from '@linework/schemas/catalog/product';
import type { BalanceComponent, LineProductBalance } from '@linework/schemas/usage/line-product-balance';
import type { LineAccount } from './find-line-account.ts';
import { toSafeNumber } from './to-safe-number.ts';

/** A credit that can be used now. Amounts are text. */
export interface ActiveCredit {
  readonly componentId: string;
  readonly type: UsageType;
  readonly granted: string;
  readonly used: string;
  readonly dueAt: Date;
  readonly updatedAt: Date;
  readonly metadata: Record<string, unknown>;
}

/** The usage of a component in the current cycle. */
export interface CycleUsage {
  readonly componentId: string;
  readonly amount: string;
  readonly overage: string;
}

/**
 * Maps a balance to its API form. A SERVICE component is not measured and is left out. The amounts by type include all
 * credits, even those of components that the product no longer has.
 */
export function showBalance(
  account: LineAccount,
  credits: readonly ActiveCredit[],
  cycle: readonly CycleUsage[],
): LineProductBalance['balance'] {
  const { product } = account;
  const [createdAt, updatedAt] = [account.createdAt.toISOString(), findLatestUpdate([account, ...credits])];
  return {
    accountId: account.id,
    totalAmount: mapByType((type) =>
      sum(credits.filter((credit) => credit.type === type).map(({ granted }) => granted)),
    ),
    usedAmount: mapByType((type) => {
      const uncovered = product.components
        .filter((component) => component.type === type)
        .map((component) => findUncoveredUsage(component, cycle));
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

function showComponents(
  account: LineAccount,
  credits: readonly ActiveCredit[],
  cycle: readonly CycleUsage[],
): BalanceComponent[] {
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

/** The usage of a component in the cycle without a credit. */
function findUncoveredUsage(
  { id, unlimited }: Pick<ProductComponent, 'id' | 'unlimited'>,
  cycle: readonly CycleUsage[],
): string {
  const inCycle = cycle.find(({ componentId }) => componentId === id);
  return (unlimited ? inCycle?.amount : inCycle?.overage) ?? '0';
}

const mapByType = (amountFor: (type: UsageType) => number) =>
  Object.fromEntries(usageTypes.map((type) => [type, amountFor(type)])) as Record<UsageType, number>;

const sum = (amounts: readonly string[]) => toSafeNumber(amounts.reduce((total, amount) => total + BigInt(amount), 0n));

function findLatestUpdate(times: readonly { readonly updatedAt: Date }[]): string {
  return new Date(Math.max(...times.map(({ updatedAt }) => updatedAt.getTime()))).toISOString();
}

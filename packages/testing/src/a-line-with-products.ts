import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import type { CatalogProduct, UsageType } from '@linework/schemas/catalog/product';
import { aLine, type SettledLineStatus, type TestLine } from './a-line.ts';
import { aSubscription, type SubscriptionOptions, type TestSubscription } from './a-subscription.ts';

export interface TestLineWithProducts extends TestLine {
  readonly subscription: TestSubscription;
  readonly products: readonly CatalogProduct[];
}

export interface ProductOptions extends Partial<Omit<CatalogProduct, 'components'>> {
  /** The amount of each usage type, or `unlimited`. */
  readonly amounts?: Partial<Record<UsageType, number | 'unlimited'>>;
}

/**
 * A product of a subscription, with one component for each usage type of `amounts`. The default is 1,000 bytes of data.
 */
export function aProduct({ amounts = { DATA: 1_000 }, ...options }: ProductOptions = {}): CatalogProduct {
  const components = Object.entries(amounts).map(([type, amount]) => ({
    id: randomUUID(),
    name: `${amount} ${type}`,
    type: type as UsageType,
    unlimited: amount === 'unlimited',
    amount: amount === 'unlimited' ? 0 : amount,
    price: '0.00',
  }));
  const defaults = {
    id: randomUUID(),
    name: 'Plan',
    billingType: 'POSTPAID',
    recurrence: 'RECURRING',
    price: '49.90',
    allowsOverage: false,
  } as const;
  return { ...defaults, features: [], components, ...options };
}

/**
 * A line with a subscription to these products in its first cycle. The default status is ACTIVE. No usage is recorded,
 * and no credit is granted yet. The line is as old as its subscription. By default the subscription was activated on
 * the first day of its cycle.
 */
export async function aLineWithProducts(
  db: Db,
  products: readonly CatalogProduct[] = [aProduct()],
  {
    status = 'ACTIVE',
    ...options
  }: Omit<SubscriptionOptions, 'products' | 'lineIds'> & { readonly status?: SettledLineStatus } = {},
): Promise<TestLineWithProducts> {
  const line = await aLine(db, status, options.brokerId === undefined ? {} : { brokerId: options.brokerId });
  const owner = { brokerId: line.brokerId, customerId: line.holderId };
  const activatedAt =
    options.activatedAt ??
    (options.cycleFrom === undefined ? new Date() : new Date(`${options.cycleFrom}T00:00:00-03:00`));
  await db.prisma.line.update({ where: { id: line.id }, data: { createdAt: activatedAt } });
  const subscription = await aSubscription(db, 'ACTIVE', {
    ...options,
    ...owner,
    activatedAt,
    products,
    lineIds: [line.id],
  });
  return { ...line, subscription, products };
}

import { toDay } from '@linework/billing/civil-day';
import type {
  Subscription,
  SubscriptionDiscount,
  SubscriptionProduct,
} from '@linework/schemas/subscriptions/subscription';
import type { SubscriptionRecord } from './subscription-record.ts';

/** Maps a subscription to its API form. Members without a value are left out. */
export function showSubscription(record: SubscriptionRecord): Subscription {
  return {
    id: record.id,
    customerId: record.customerId,
    status: record.status as Subscription['status'],
    billingCycle: {
      frequency: record.frequency as Subscription['billingCycle']['frequency'],
      billingType: record.billingType as Subscription['billingCycle']['billingType'],
      ...(record.customPeriodDays !== null && { customPeriodDays: record.customPeriodDays }),
    },
    products: record.products.map(showProduct),
    invoiceApprovalRequired: record.invoiceApprovalRequired,
    changesBehavior: record.changesBehavior as Subscription['changesBehavior'],
    prorateFirstInvoice: record.prorateFirstInvoice,
    metadata: record.metadata as Subscription['metadata'],
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    ...showTimes(record),
    ...(record.trialCycles !== null && { trialConfig: showTrial(record) }),
    ...(record.externalCode !== null && { externalCode: record.externalCode }),
    ...(record.nextBillingDate && { nextBillingDate: toDay(record.nextBillingDate) }),
  };
}

const timeMembers = [
  'activatedAt',
  'endDate',
  'scheduledPauseAt',
  'lastPausedAt',
  'lastResumedAt',
  'scheduledCancelAt',
] as const;

/** The end date of a subscription that has ended is the time of its end, which may be before the planned one. */
function showTimes(record: SubscriptionRecord): Partial<Record<(typeof timeMembers)[number], string>> {
  const times = { ...record, endDate: record.endedAt ?? record.endDate };
  return Object.fromEntries(timeMembers.flatMap((name) => (times[name] ? [[name, times[name].toISOString()]] : [])));
}

function showTrial({ trialCycles, trialEndBehavior }: SubscriptionRecord) {
  return { trialCycles, endBehavior: trialEndBehavior } as NonNullable<Subscription['trialConfig']>;
}

function showProduct(product: SubscriptionRecord['products'][number]): SubscriptionProduct {
  return {
    id: product.id,
    productId: product.productId,
    billingType: product.billingType as SubscriptionProduct['billingType'],
    addedAt: product.addedAt.toISOString(),
    discounts: product.discounts.map(showDiscount),
    offerVersionId: product.offerVersionId,
    ...(product.removedAt && { removedAt: product.removedAt.toISOString() }),
  };
}

function showDiscount(discount: SubscriptionRecord['products'][number]['discounts'][number]): SubscriptionDiscount {
  const { valueType, amount } = discount;
  return {
    id: discount.id,
    discountId: discount.discountId,
    ...(discount.offerVersionDiscountId !== null && { offerVersionDiscountId: discount.offerVersionDiscountId }),
    scope: discount.scope as SubscriptionDiscount['scope'],
    fromCycle: discount.fromCycle,
    elapsedCycles: discount.elapsedCycles,
    consumedCycles: discount.consumedCycles,
    ...(discount.durationInCycles !== null && { durationInCycles: discount.durationInCycles }),
    value: {
      type: valueType as 'AMOUNT' | 'PERCENTAGE',
      amount: valueType === 'AMOUNT' ? amount.toFixed(2) : amount.toFixed(),
      currency: 'BRL',
    },
    redeemedAt: discount.redeemedAt.toISOString(),
    ...(discount.componentId !== null && { componentId: discount.componentId }),
  };
}

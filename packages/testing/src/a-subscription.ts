import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import type { OfferDiscount } from '@linework/schemas/catalog/offer-version';
import type { CatalogProduct } from '@linework/schemas/catalog/product';
import { subscriptionStatusEvents } from '@linework/schemas/events';
import type { SubscriptionStatus } from '@linework/schemas/lifecycles/subscription.lifecycle';
import { aBroker } from './a-broker.ts';
import { aHolder } from './a-holder.ts';
import { anOffer } from './an-offer.ts';

export interface TestSubscription {
  readonly id: string;
  readonly brokerId: string;
  readonly customerId: string;
  readonly offerId: string;
  readonly offerVersionId: string;
  readonly products: readonly { readonly id: string; readonly productId: string; readonly content: CatalogProduct }[];
}

/** The values that a test may choose for its subscription. The others have generated values. Days are YYYY-MM-DD. */
export interface SubscriptionOptions {
  readonly brokerId?: string;
  readonly customerId?: string;
  /** The default is the monthly plan of a new offer, with its discount. */
  readonly products?: readonly CatalogProduct[];
  /** The discounts of the first product. */
  readonly discounts?: readonly OfferDiscount[];
  readonly lineIds?: readonly string[];
  readonly frequency?: string;
  readonly billingType?: 'PREPAID' | 'POSTPAID';
  readonly customPeriodDays?: number;
  readonly changesBehavior?: string;
  readonly invoiceApprovalRequired?: boolean;
  readonly prorateFirstInvoice?: boolean;
  readonly activatedAt?: Date;
  readonly anchorDay?: string;
  readonly cycle?: number;
  readonly cycleFrom?: string;
  readonly cycleUntil?: string;
  /** Only for a started subscription. The default is the end of its cycle. */
  readonly nextBillingDate?: string | null;
  readonly scheduledPauseAt?: Date;
  readonly onLastLineEnded?: 'cancel' | 'keep';
  readonly scheduledCancelAt?: Date;
  readonly endDate?: Date;
  readonly trial?: { readonly cycles: number; readonly endBehavior: string; readonly endsAt: Date };
}

const statusPaths = {
  DRAFT: ['DRAFT'],
  ACTIVE: ['DRAFT', 'ACTIVE'],
  PAUSED: ['DRAFT', 'ACTIVE', 'PAUSED'],
  CANCELLED: ['DRAFT', 'ACTIVE', 'CANCELLED'],
  EXPIRED: ['DRAFT', 'ACTIVE', 'EXPIRED'],
} as const satisfies Record<SubscriptionStatus, readonly SubscriptionStatus[]>;

/**
 * A subscription that reached its status by allowed transitions, each with its event. Its lines do not change. By
 * default it is monthly, POSTPAID, and starts today.
 */
export async function aSubscription(
  db: Db,
  status: SubscriptionStatus,
  options: SubscriptionOptions = {},
): Promise<TestSubscription> {
  const brokerId = options.brokerId ?? (await aBroker(db)).id;
  const customerId = options.customerId ?? (await aHolder(db, { brokerId })).id;
  const offer = await anOffer(db, { brokerId });
  const id = randomUUID();
  const contents = options.products ?? [offer.plan];
  const products = contents.map((content) => ({ id: randomUUID(), productId: content.id, content }));
  await db.transaction(async (tx) => {
    const named = { id, brokerId, customerId, offerId: offer.id, offerVersionId: offer.versionId };
    await tx.prisma.subscription.create({ data: { ...named, status: 'DRAFT', ...buildTerms(options) } });
    for (const { content, ...product } of products) {
      const data = {
        ...product,
        subscriptionId: id,
        brokerId,
        offerVersionId: offer.versionId,
        billingType: content.billingType,
        content,
        fromCycle: 1,
      };
      const addedAt = options.activatedAt ?? new Date();
      await tx.prisma.subscriptionProduct.create({ data: { ...data, addedAt } });
    }
    const [first] = products;
    const discounts = options.discounts ?? (options.products ? [] : offer.content.discounts);
    if (first)
      await tx.prisma.subscriptionDiscount.createMany({
        data: discounts.map((discount) => buildDiscount(first.id, discount)),
      });
    await tx.prisma.line.updateMany({
      where: { id: { in: [...(options.lineIds ?? [])] } },
      data: { subscriptionId: id },
    });
    await moveThrough(tx, { id, brokerId }, statusPaths[status], options);
  });
  return { id, brokerId, customerId, offerId: offer.id, offerVersionId: offer.versionId, products };
}

function buildTerms(options: SubscriptionOptions) {
  const {
    frequency = 'MONTHLY',
    billingType = 'POSTPAID',
    changesBehavior = 'IMMEDIATE_WITH_PRORATE',
    customPeriodDays,
    trial,
  } = options;
  return {
    frequency,
    billingType,
    changesBehavior,
    customPeriodDays: customPeriodDays ?? null,
    onLastLineEnded: options.onLastLineEnded ?? 'cancel',
    invoiceApprovalRequired: options.invoiceApprovalRequired ?? false,
    prorateFirstInvoice: options.prorateFirstInvoice ?? false,
    scheduledPauseAt: options.scheduledPauseAt ?? null,
    scheduledCancelAt: options.scheduledCancelAt ?? null,
    endDate: options.endDate ?? null,
    ...(trial && { trialCycles: trial.cycles, trialEndBehavior: trial.endBehavior, trialEndsAt: trial.endsAt }),
  };
}

function buildDiscount(
  subscriptionProductId: string,
  { id, discountId, name, scope, value, ...discount }: OfferDiscount,
) {
  return {
    id: randomUUID(),
    subscriptionProductId,
    discountId,
    offerVersionDiscountId: id,
    name,
    scope,
    componentId: scope === 'COMPONENT' ? (discount.componentId ?? null) : null,
    valueType: value.type,
    amount: value.amount,
    fromCycle: discount.fromCycle,
    durationInCycles: discount.durationInCycles ?? null,
  };
}

async function moveThrough(
  tx: Db,
  { id, brokerId }: { id: string; brokerId: string },
  statuses: readonly SubscriptionStatus[],
  options: SubscriptionOptions,
): Promise<void> {
  let from: SubscriptionStatus | null = null;
  for (const to of statuses) {
    if (from !== null)
      await tx.prisma.subscription.updateMany({
        where: { id, status: from },
        data: { status: to, ...statusColumns(to, options) },
      });
    if (to === 'PAUSED')
      await tx.prisma.subscriptionPause.create({ data: { subscriptionId: id, brokerId, pausedAt: new Date() } });
    await tx.prisma.event.create({
      data: {
        brokerId,
        type: subscriptionStatusEvents[to],
        resourceType: 'subscription',
        resourceId: id,
        fromStatus: from,
        toStatus: to,
      },
    });
    from = to;
  }
}

function statusColumns(status: SubscriptionStatus, options: SubscriptionOptions) {
  if (status === 'ACTIVE') return startedColumns(options);
  if (status === 'PAUSED') return { lastPausedAt: new Date() };
  return { endedAt: new Date(), nextBillingDate: null };
}

function startedColumns({ activatedAt = new Date(), cycle = 1, ...options }: SubscriptionOptions) {
  const anchorDay = options.anchorDay ?? toDay(activatedAt);
  const cycleFrom = options.cycleFrom ?? anchorDay;
  const cycleUntil = options.cycleUntil ?? oneMonthAfter(cycleFrom);
  const nextBillingDate = options.nextBillingDate === null ? null : toDate(options.nextBillingDate ?? cycleUntil);
  return {
    activatedAt,
    anchorDay: toDate(anchorDay),
    cycle,
    cycleFrom: toDate(cycleFrom),
    cycleUntil: toDate(cycleUntil),
    nextBillingDate,
  };
}

const toDate = (day: string) => new Date(`${day}T00:00:00Z`);
/** São Paulo is three hours behind UTC. */
const toDay = (instant: Date) => new Date(instant.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);

/** The same day of the next month, or its last day. */
function oneMonthAfter(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
}

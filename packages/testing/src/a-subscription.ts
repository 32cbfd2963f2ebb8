import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import type { OfferDiscount } from '@linework/schemas/catalog/offer-version';
import type { CatalogProduct } from '@linework/schemas/catalog/product';
import { subscriptionArrivals } from '@linework/schemas/events';
import type { SubscriptionStatus } from '@linework/schemas/subscriptions/subscription.lifecycle';
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

/** What a test may want of its subscription; everything else is made up. Days are YYYY-MM-DD. */
export interface SubscriptionWishes {
  readonly brokerId?: string;
  readonly customerId?: string;
  /** Those of an offer that is made for it, when none are given: a monthly plan, with its discount. */
  readonly products?: readonly CatalogProduct[];
  /** On the first product. */
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
  /** Of one that was begun: the end of its cycle, unless told otherwise. */
  readonly nextBillingDate?: string | null;
  readonly scheduledPauseAt?: Date;
  readonly onLastLineEnded?: 'cancel' | 'keep';
  readonly scheduledCancelAt?: Date;
  readonly endDate?: Date;
  readonly trial?: { readonly cycles: number; readonly endBehavior: string; readonly endsAt: Date };
}

const waysTo = {
  DRAFT: ['DRAFT'],
  ACTIVE: ['DRAFT', 'ACTIVE'],
  PAUSED: ['DRAFT', 'ACTIVE', 'PAUSED'],
  CANCELLED: ['DRAFT', 'ACTIVE', 'CANCELLED'],
  EXPIRED: ['DRAFT', 'ACTIVE', 'EXPIRED'],
} as const satisfies Record<SubscriptionStatus, readonly SubscriptionStatus[]>;

/** A subscription that has come to a status by listed moves, each with its event; its lines are left as they are. Monthly and POSTPAID, begun today. */
export async function aSubscription(db: Db, status: SubscriptionStatus, wishes: SubscriptionWishes = {}): Promise<TestSubscription> {
  const brokerId = wishes.brokerId ?? (await aBroker(db)).id;
  const customerId = wishes.customerId ?? (await aHolder(db, { brokerId })).id;
  const offer = await anOffer(db, { brokerId });
  const id = randomUUID();
  const contents = wishes.products ?? [offer.plan];
  const products = contents.map((content) => ({ id: randomUUID(), productId: content.id, content }));
  await db.transaction(async (tx) => {
    const named = { id, brokerId, customerId, offerId: offer.id, offerVersionId: offer.versionId };
    await tx.prisma.subscription.create({ data: { ...named, status: 'DRAFT', ...termsOf(wishes) } });
    for (const { content, ...product } of products) {
      const data = { ...product, subscriptionId: id, brokerId, offerVersionId: offer.versionId, billingType: content.billingType, content, fromCycle: 1 };
      const addedAt = wishes.activatedAt ?? new Date();
      await tx.prisma.subscriptionProduct.create({ data: { ...data, addedAt } });
    }
    const [first] = products;
    const discounts = wishes.discounts ?? (wishes.products ? [] : offer.content.discounts);
    if (first) await tx.prisma.subscriptionDiscount.createMany({ data: discounts.map((discount) => discountOn(first.id, discount)) });
    await tx.prisma.line.updateMany({ where: { id: { in: [...(wishes.lineIds ?? [])] } }, data: { subscriptionId: id } });
    await walk(tx, { id, brokerId }, waysTo[status], wishes);
  });
  return { id, brokerId, customerId, offerId: offer.id, offerVersionId: offer.versionId, products };
}

function termsOf(wishes: SubscriptionWishes) {
  const { frequency = 'MONTHLY', billingType = 'POSTPAID', changesBehavior = 'IMMEDIATE_WITH_PRORATE', customPeriodDays, trial } = wishes;
  return {
    frequency,
    billingType,
    changesBehavior,
    customPeriodDays: customPeriodDays ?? null,
    onLastLineEnded: wishes.onLastLineEnded ?? 'cancel',
    invoiceApprovalRequired: wishes.invoiceApprovalRequired ?? false,
    prorateFirstInvoice: wishes.prorateFirstInvoice ?? false,
    scheduledPauseAt: wishes.scheduledPauseAt ?? null,
    scheduledCancelAt: wishes.scheduledCancelAt ?? null,
    endDate: wishes.endDate ?? null,
    ...(trial && { trialCycles: trial.cycles, trialEndBehavior: trial.endBehavior, trialEndsAt: trial.endsAt }),
  };
}

function discountOn(subscriptionProductId: string, { id, discountId, name, scope, value, ...discount }: OfferDiscount) {
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

async function walk(tx: Db, { id, brokerId }: { id: string; brokerId: string }, way: readonly SubscriptionStatus[], wishes: SubscriptionWishes): Promise<void> {
  let from: SubscriptionStatus | null = null;
  for (const to of way) {
    if (from !== null) await tx.prisma.subscription.updateMany({ where: { id, status: from }, data: { status: to, ...timesOf(to, wishes) } });
    if (to === 'PAUSED') await tx.prisma.subscriptionPause.create({ data: { subscriptionId: id, brokerId, pausedAt: new Date() } });
    await tx.prisma.event.create({
      data: { brokerId, type: subscriptionArrivals[to], resourceType: 'subscription', resourceId: id, fromStatus: from, toStatus: to },
    });
    from = to;
  }
}

function timesOf(status: SubscriptionStatus, wishes: SubscriptionWishes) {
  if (status === 'ACTIVE') return begunOf(wishes);
  if (status === 'PAUSED') return { lastPausedAt: new Date() };
  return { endedAt: new Date(), nextBillingDate: null };
}

function begunOf({ activatedAt = new Date(), cycle = 1, ...wishes }: SubscriptionWishes) {
  const anchorDay = wishes.anchorDay ?? dayOf(activatedAt);
  const cycleFrom = wishes.cycleFrom ?? anchorDay;
  const cycleUntil = wishes.cycleUntil ?? aMonthAfter(cycleFrom);
  const nextBillingDate = wishes.nextBillingDate === null ? null : at(wishes.nextBillingDate ?? cycleUntil);
  return { activatedAt, anchorDay: at(anchorDay), cycle, cycleFrom: at(cycleFrom), cycleUntil: at(cycleUntil), nextBillingDate };
}

const at = (day: string) => new Date(`${day}T00:00:00Z`);
/** São Paulo is three hours behind. */
const dayOf = (instant: Date) => new Date(instant.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);

/** The same day of the month after, or the last one that it has. */
function aMonthAfter(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10);
}

import { addDays, startOfDay } from '@linework/domain/billing/civil-day';
import { todayOf } from '@linework/domain/billing/today';
import { builtInCatalog } from '@linework/domain/catalog/built-in-catalog';
import { beginSubscription } from '@linework/domain/subscriptions/activate-subscription';
import { cancelSubscription } from '@linework/domain/subscriptions/cancel-subscription';
import { createSubscription, type SubscriptionWish } from '@linework/domain/subscriptions/create-subscription';
import { lockSubscription } from '@linework/domain/subscriptions/lock-subscription';
import { pauseSubscription } from '@linework/domain/subscriptions/pause-subscription';
import type { DemoDesk } from './demo-desk.ts';
import type { DemoHolders } from './demo-holders.ts';
import type { DemoOffer } from './demo-offer.ts';

export interface DemoSubscriptions {
  /** Ana's: ACTIVE for four cycles by now. */
  readonly longActive: string;
  /** The bakery's: ACTIVE from today, its invoices to be approved. */
  readonly approved: string;
  /** A DRAFT on trial. */
  readonly draft: string;
  /** PAUSED, its line blocked by that. */
  readonly paused: string;
  readonly cancelled: string;
}

/** The lines that join, of the holders named. */
export interface SubscribedLines {
  readonly ofAna: readonly string[];
  readonly ofBruno: readonly string[];
  readonly ofBakery: readonly string[];
}

/** Three months and a few days, whatever months they are. */
const daysOfLongActive = 100;

export interface GroundOfSubscriptions {
  readonly offer: DemoOffer;
  readonly holders: DemoHolders;
  readonly lines: SubscribedLines;
}

/** Makes a subscription to the offer in every status but EXPIRED. */
export async function laySubscriptions(desk: DemoDesk, { offer, holders, lines }: GroundOfSubscriptions): Promise<DemoSubscriptions> {
  const { db, caller } = desk;
  const { ana, bruno, bakery } = holders;
  const make = (customerId: string, wish: Partial<SubscriptionWish>) => subscribe(desk, { ...termsOf(offer), customerId, ...wish });
  const longActive = await make(ana, { lineIds: lines.ofAna, externalCode: 'SUB-1' });
  await beginEarlier(desk, longActive);
  const approved = await make(bakery, { lineIds: lines.ofBakery, invoiceApprovalRequired: true, externalCode: 'SUB-2', activate: true });
  const draft = await make(bruno, { trialConfig: { trialCycles: 1, endBehavior: 'AUTO_ACTIVATE' }, externalCode: 'SUB-3' });
  const billedLater = { billingCycle: { frequency: 'MONTHLY', billingType: 'POSTPAID' }, activate: true } as const;
  const paused = await make(bruno, { ...billedLater, lineIds: lines.ofBruno, externalCode: 'SUB-4' });
  // The workers are not there yet, and find the block order when they come.
  await pauseSubscription({ db, ring: () => undefined }, { caller, subscriptionId: paused });
  const cancelled = await make(bakery, { ...billedLater, externalCode: 'SUB-5' });
  await cancelSubscription(db, { caller, subscriptionId: cancelled });
  return { longActive, approved, draft, paused, cancelled };
}

const termsOf = ({ offerVersionId }: DemoOffer): Omit<SubscriptionWish, 'caller' | 'customerId'> => ({
  offerVersionId,
  billingCycle: { frequency: 'MONTHLY', billingType: 'PREPAID' },
  changesBehavior: 'IMMEDIATE_WITH_PRORATE',
  invoiceApprovalRequired: false,
  prorateFirstInvoice: false,
  metadata: {},
  activate: false,
});

async function subscribe({ db, caller }: DemoDesk, wish: Omit<SubscriptionWish, 'caller'>): Promise<string> {
  return (await createSubscription({ db, catalog: builtInCatalog(db) }, { caller, ...wish })).id;
}

/** As if it had been made and activated when this demo was not there yet, so that it has cycles behind it. */
async function beginEarlier({ db, caller }: DemoDesk, subscriptionId: string): Promise<void> {
  const held = await lockSubscription(db, { caller, subscriptionId });
  const at = startOfDay(addDays(await todayOf(db), -daysOfLongActive));
  await db.prisma.subscriptionProduct.updateMany({ where: { subscriptionId }, data: { addedAt: at } });
  await beginSubscription(db, held, { at, keyId: caller.keyId });
}

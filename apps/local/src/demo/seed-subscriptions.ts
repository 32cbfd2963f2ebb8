import { addDays, startOfDay } from '@linework/billing/civil-day';
import { readToday } from '@linework/billing/read-today';
import { builtInCatalog } from '@linework/catalog/built-in-catalog';
import { beginSubscription } from '@linework/subscriptions/activate-subscription';
import { cancelSubscription } from '@linework/subscriptions/cancel-subscription';
import { createSubscription, type SubscriptionInput } from '@linework/subscriptions/create-subscription';
import { lockSubscription } from '@linework/subscriptions/lock-subscription';
import { pauseSubscription } from '@linework/subscriptions/pauses/pause-subscription';
import type { DemoContext } from './demo-context.ts';
import type { DemoHolders } from './seed-holders.ts';
import type { DemoOffer } from './seed-offer.ts';

export interface DemoSubscriptions {
  /** Ana's subscription: ACTIVE since four cycles. */
  readonly longActive: string;
  /** The bakery's subscription: ACTIVE from today, with invoices that need approval. */
  readonly approved: string;
  /** A DRAFT on trial. */
  readonly draft: string;
  /** A PAUSED subscription. The pause blocks its line. */
  readonly paused: string;
  readonly cancelled: string;
}

/** The lines that join the subscriptions, by holder. */
interface SubscribedLines {
  readonly ofAna: readonly string[];
  readonly ofBruno: readonly string[];
  readonly ofBakery: readonly string[];
}

/** More than three months of any length. */
const daysOfLongActive = 100;

export interface SubscriptionSeedOptions {
  readonly offer: DemoOffer;
  readonly holders: DemoHolders;
  readonly lines: SubscribedLines;
}

/** Creates a subscription to the offer in every status except EXPIRED. */
export async function seedSubscriptions(
  context: DemoContext,
  { offer, holders, lines }: SubscriptionSeedOptions,
): Promise<DemoSubscriptions> {
  const { db, caller } = context;
  const { ana, bruno, bakery } = holders;
  const create = (customerId: string, input: Partial<SubscriptionInput>) =>
    subscribe(context, { ...defaultTerms(offer), customerId, ...input });
  const longActive = await create(ana, { lineIds: lines.ofAna, externalCode: 'SUB-1' });
  await backdateStart(context, longActive);
  const approved = await create(bakery, {
    lineIds: lines.ofBakery,
    invoiceApprovalRequired: true,
    externalCode: 'SUB-2',
    activate: true,
  });
  const draft = await create(bruno, {
    trialConfig: { trialCycles: 1, endBehavior: 'AUTO_ACTIVATE' },
    externalCode: 'SUB-3',
  });
  const billedLater = { billingCycle: { frequency: 'MONTHLY', billingType: 'POSTPAID' }, activate: true } as const;
  const paused = await create(bruno, { ...billedLater, lineIds: lines.ofBruno, externalCode: 'SUB-4' });
  // The workers are not running yet. The sweep requeues the block order when they start.
  await pauseSubscription({ db, notify: () => undefined }, { caller, subscriptionId: paused });
  const cancelled = await create(bakery, { ...billedLater, externalCode: 'SUB-5' });
  await cancelSubscription(db, { caller, subscriptionId: cancelled });
  return { longActive, approved, draft, paused, cancelled };
}

/** A subscription to the version that is offered now. Its first invoice is made by the worker. */
export const seedNewestSubscription = (
  context: DemoContext,
  offerVersionId: string,
  input: Pick<SubscriptionInput, 'customerId' | 'lineIds'>,
): Promise<string> =>
  subscribe(context, { ...defaultTerms({ offerVersionId }), ...input, externalCode: 'SUB-6', activate: true });

const defaultTerms = ({
  offerVersionId,
}: Pick<DemoOffer, 'offerVersionId'>): Omit<SubscriptionInput, 'caller' | 'customerId'> => ({
  offerVersionId,
  billingCycle: { frequency: 'MONTHLY', billingType: 'PREPAID' },
  changesBehavior: 'IMMEDIATE_WITH_PRORATE',
  invoiceApprovalRequired: false,
  prorateFirstInvoice: false,
  metadata: {},
  activate: false,
});

async function subscribe({ db, caller }: DemoContext, input: Omit<SubscriptionInput, 'caller'>): Promise<string> {
  return (await createSubscription({ db, catalog: builtInCatalog(db) }, { caller, ...input })).id;
}

/** Moves the start of a subscription into the past, so that it has past cycles. */
async function backdateStart({ db, caller }: DemoContext, subscriptionId: string): Promise<void> {
  const subscription = await lockSubscription(db, { caller, subscriptionId });
  const at = startOfDay(addDays(await readToday(db), -daysOfLongActive));
  await db.prisma.subscriptionProduct.updateMany({ where: { subscriptionId }, data: { addedAt: at } });
  await beginSubscription(db, subscription, { at, keyId: caller.keyId });
}

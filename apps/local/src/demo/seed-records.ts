import { randomInt } from 'node:crypto';
import { addDays, startOfDay } from '@linework/billing/civil-day';
import { readToday } from '@linework/billing/read-today';
import { builtInCatalog } from '@linework/catalog/built-in-catalog';
import { createPortIn } from '@linework/portability/port-ins/create-port-in';
import { createPortOut } from '@linework/portability/port-outs/create-port-out';
import type { UsageRecord } from '@linework/schemas/usage/usage-record';
import { addProduct } from '@linework/subscriptions/products/add-product';
import { recordUsage } from '@linework/usage/record-usage';
import { v7 as newId } from 'uuid';
import type { DemoContext } from './demo-context.ts';
import type { DemoHolders } from './seed-holders.ts';
import { seedInvoices } from './seed-invoices.ts';
import type { DemoLine } from './seed-lines.ts';
import { type DemoOffer, publishNewVersion, seedOffer } from './seed-offer.ts';
import { seedPaymentMethods } from './seed-payment-methods.ts';
import type { DemoPools } from './seed-pools.ts';
import { seedNewestSubscription, seedSubscriptions } from './seed-subscriptions.ts';
import { type DemoTaxReceipts, seedTaxReceipts } from './seed-tax-receipts.ts';

/** The usage of a line. It is all of today, because its product was added today. */
const used: readonly Pick<UsageRecord, 'type' | 'amount'>[] = [
  { type: 'DATA', amount: 1_800_000_000 },
  { type: 'VOICE', amount: 754 },
  { type: 'DATA', amount: 1_250_000_000 },
  { type: 'SMS', amount: 3 },
  { type: 'DATA', amount: 640_000_000 },
  { type: 'VOICE', amount: 183 },
];

/**
 * Adds a data pack to a subscription and records usage of one of its lines. Returns the line and the product of the
 * balance.
 */
async function seedUsage(
  { db, caller }: DemoContext,
  { planId: productId, packId }: DemoOffer,
  { subscriptionId, lineId }: { readonly subscriptionId: string; readonly lineId: string },
): Promise<{ readonly lineId: string; readonly productId: string }> {
  await addProduct({ db, catalog: builtInCatalog(db) }, { caller, subscriptionId, productId: packId });
  const usedAt = new Date();
  const records = used.map((record) => ({ ...record, recordId: newId(), lineId, productId, usedAt }));
  const { accepted } = await recordUsage(db, { caller, records });
  if (accepted !== records.length) throw new Error('The usage of the demo was not counted.');
  return { lineId, productId };
}

const hourMs = 3_600_000;
const daysAhead = 20;

/**
 * Creates the port-ins of new lines: one with a window in 20 days, one whose window has begun while its donor is
 * silent, and one whose donor has other data of the holder. A job sends them to the clearing house. Returns the id of
 * the first.
 */
async function seedPortIns({ db, caller }: DemoContext, holders: DemoHolders, pools: DemoPools): Promise<string> {
  const nineOClockMs = startOfDay(addDays(await readToday(db), daysAhead)).getTime() + 9 * hourMs;
  const create = async (customerId: string, msisdn: string) =>
    await createPortIn(db, {
      caller,
      customerId,
      msisdn,
      donor: '55321',
      windowFrom: new Date(nineOClockMs),
      windowUntil: new Date(nineOClockMs + 3 * hourMs),
      poolId: pools.numbers,
      sim: { poolId: pools.sims },
      metadata: {},
      correlationId: newId(),
    });
  const { id } = await create(holders.bruno, randomForeignNumber());
  await create(holders.bakery, randomForeignNumber('9901'));
  const begun = await create(holders.ana, randomForeignNumber('9909'));
  // No window can be asked for in the past.
  await db.prisma.portIn.update({
    where: { id: begun.id },
    data: { windowFrom: new Date(Date.now() - hourMs), windowUntil: new Date(Date.now() + 2 * hourMs) },
  });
  return id;
}

/**
 * A random number of another operator, because the clearing house keeps its state longer than a deleted database. The
 * simulator has scripted replies for numbers that end in 99xx.
 */
const randomForeignNumber = (end = String(randomInt(9_000)).padStart(4, '0')): string =>
  `+55219${randomInt(7_000, 10_000)}${end}`;

/** The number of a blocked line leaves in three days. */
async function seedPortOut({ db, caller }: DemoContext, lineId: string): Promise<string> {
  const { msisdn } = await db.prisma.line.findFirstOrThrow({ where: { id: lineId }, select: { msisdn: true } });
  const { id } = await createPortOut(db, {
    caller,
    ticket: `PO${String(randomInt(1_000_000_000)).padStart(10, '0')}`,
    msisdn,
    recipient: '55341',
    windowFrom: new Date(startOfDay(addDays(await readToday(db), 3)).getTime() + 10 * hourMs),
    metadata: {},
    correlationId: newId(),
  });
  return id;
}

/** The ids of the records around a broker's lines. */
export interface DemoRecords {
  readonly offerId: string;
  readonly offerVersionId: string;
  /** ACTIVE for months, ACTIVE with invoices that need approval, DRAFT on trial, PAUSED, CANCELLED. */
  readonly subscriptionIds: readonly string[];
  /** The version that replaced the one above, and the subscription to it. */
  readonly newOfferVersionId: string;
  readonly newestSubscriptionId: string;
  /** A line that has used a part of its allowance. */
  readonly balance: { readonly lineId: string; readonly productId: string };
  /** DRAFT, OPEN, OVERDUE, PAID, VOID. */
  readonly invoiceIds: readonly string[];
  /** CONFIRMED, FAILED. */
  readonly paymentIds: readonly string[];
  /** A default card, a card that is always declined, a PENDING Pix authorisation. */
  readonly paymentMethodIds: readonly string[];
  readonly supplierId: string;
  readonly taxReceiptIds: DemoTaxReceipts;
  /** Of a part of the CONFIRMED payment. */
  readonly refundId: string;
  /** Its window begins in three days. */
  readonly portOutId: string;
  readonly portInId: string;
}

export interface RecordSeedOptions {
  readonly holders: DemoHolders;
  readonly lines: readonly DemoLine[];
  readonly pools: DemoPools;
}

/**
 * Seeds the records around a broker's lines. Subscriptions use the last ACTIVE lines, so that a user can experiment
 * with the first ones.
 */
export async function seedRecords(
  context: DemoContext,
  { holders, lines, pools }: RecordSeedOptions,
): Promise<DemoRecords> {
  const { ana, bruno, bakery } = holders;
  const linesOf = (holderId: string) =>
    lines.filter((line) => line.status === 'ACTIVE' && line.holderId === holderId).map(({ id }) => id);
  const ofAna = linesOf(ana).slice(-2);
  const offer = await seedOffer(context);
  const methods = await seedPaymentMethods(context, holders);
  const subscribed = { ofAna, ofBruno: linesOf(bruno).slice(-1), ofBakery: linesOf(bakery).slice(-1) };
  const subscriptions = await seedSubscriptions(context, { offer, holders, lines: subscribed });
  const { invoices, payments, refundId } = await seedInvoices(context, subscriptions, methods);
  const balance = await seedUsage(context, offer, {
    subscriptionId: subscriptions.longActive,
    lineId: ofAna[0] as string,
  });
  const receipts = await seedTaxReceipts(context, invoices);
  const blocked = lines.find(({ status }) => status === 'BLOCKED') as DemoLine;
  const portOutId = await seedPortOut(context, blocked.id);
  const newOfferVersionId = await publishNewVersion(context, offer);
  const newestSubscriptionId = await seedNewestSubscription(context, newOfferVersionId, {
    customerId: bruno,
    lineIds: linesOf(bruno).slice(-2, -1),
  });
  const portInId = await seedPortIns(context, holders, pools);
  const { longActive, approved, draft, paused, cancelled } = subscriptions;
  return {
    offerId: offer.offerId,
    offerVersionId: offer.offerVersionId,
    subscriptionIds: [longActive, approved, draft, paused, cancelled],
    balance,
    invoiceIds: [invoices.draft, invoices.open, invoices.overdue, invoices.paid, invoices.void],
    paymentIds: [payments.confirmed, payments.failed],
    paymentMethodIds: [methods.card, methods.declinedCard, methods.pix],
    ...receipts,
    newOfferVersionId,
    newestSubscriptionId,
    refundId,
    portOutId,
    portInId,
  };
}

import type { DemoContext } from './demo-context.ts';
import type { DemoHolders } from './seed-holders.ts';
import { seedInvoices } from './seed-invoices.ts';
import type { DemoLine } from './seed-lines.ts';
import { seedOffer } from './seed-offer.ts';
import { seedPaymentMethods } from './seed-payment-methods.ts';
import type { DemoPools } from './seed-pools.ts';
import { seedPortIn } from './seed-port-in.ts';
import { seedSubscriptions } from './seed-subscriptions.ts';
import { type DemoTaxReceipts, seedTaxReceipts } from './seed-tax-receipts.ts';
import { seedUsage } from './seed-usage.ts';

/** The ids of the records around a broker's lines. */
export interface DemoRecords {
  readonly offerId: string;
  readonly offerVersionId: string;
  /** ACTIVE for months, ACTIVE with invoices that need approval, DRAFT on trial, PAUSED, CANCELLED. */
  readonly subscriptionIds: readonly string[];
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
  readonly portInId: string;
}

export interface RecordSeedOptions {
  readonly holders: DemoHolders;
  readonly lines: readonly DemoLine[];
  readonly pools: DemoPools;
}

/** Seeds the records around a broker's lines. Subscriptions use the last ACTIVE lines, so that a user can experiment with the first ones. */
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
  const { invoices, payments } = await seedInvoices(context, subscriptions, methods);
  const balance = await seedUsage(context, offer, {
    subscriptionId: subscriptions.longActive,
    lineId: ofAna[0] as string,
  });
  const receipts = await seedTaxReceipts(context, invoices);
  const portInId = await seedPortIn(context, bruno, pools);
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
    portInId,
  };
}

import type { DemoDesk } from './demo-desk.ts';
import type { DemoHolders } from './demo-holders.ts';
import { layInvoices } from './demo-invoices.ts';
import type { DemoLine } from './demo-lines.ts';
import { layOffer } from './demo-offer.ts';
import { layPaymentMethods } from './demo-payment-methods.ts';
import type { DemoPools } from './demo-pools.ts';
import { layPortIn } from './demo-port-in.ts';
import { laySubscriptions } from './demo-subscriptions.ts';
import { type DemoTaxReceipts, layTaxReceipts } from './demo-tax-receipts.ts';
import { layUsage } from './demo-usage.ts';

/** The records around a broker's lines, by their ids. */
export interface DemoRecords {
  readonly offerId: string;
  readonly offerVersionId: string;
  /** ACTIVE for long, ACTIVE with invoices to approve, DRAFT on trial, PAUSED, CANCELLED. */
  readonly subscriptionIds: readonly string[];
  /** A line that has used a part of a product. */
  readonly balance: { readonly lineId: string; readonly productId: string };
  /** DRAFT, OPEN, OVERDUE, PAID, VOID. */
  readonly invoiceIds: readonly string[];
  /** CONFIRMED, FAILED. */
  readonly paymentIds: readonly string[];
  /** A card that is a default, one that is always declined, a PENDING Pix authorisation. */
  readonly paymentMethodIds: readonly string[];
  readonly supplierId: string;
  readonly taxReceiptIds: DemoTaxReceipts;
  readonly portInId: string;
}

export interface GroundOfRecords {
  readonly holders: DemoHolders;
  readonly lines: readonly DemoLine[];
  readonly pools: DemoPools;
}

/** Lays what is around a broker's lines. The lines of ACTIVE subscriptions are the last that are in service, so that the first stay free to play with. */
export async function layRecords(desk: DemoDesk, { holders, lines, pools }: GroundOfRecords): Promise<DemoRecords> {
  const { ana, bruno, bakery } = holders;
  const linesOf = (holderId: string) => lines.filter((line) => line.status === 'ACTIVE' && line.holderId === holderId).map(({ id }) => id);
  const ofAna = linesOf(ana).slice(-2);
  const offer = await layOffer(desk);
  const methods = await layPaymentMethods(desk, holders);
  const subscribed = { ofAna, ofBruno: linesOf(bruno).slice(-1), ofBakery: linesOf(bakery).slice(-1) };
  const subscriptions = await laySubscriptions(desk, { offer, holders, lines: subscribed });
  const { invoices, payments } = await layInvoices(desk, subscriptions, methods);
  const balance = await layUsage(desk, offer, { subscriptionId: subscriptions.longActive, lineId: ofAna[0] as string });
  const receipts = await layTaxReceipts(desk, invoices);
  const portInId = await layPortIn(desk, bruno, pools);
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

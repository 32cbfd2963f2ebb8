import { formatAmount } from '@linework/billing/money';
import { type PricedCycle, priceCycle, sumLines } from '@linework/billing/price-cycle';
import type { PricedProduct } from '@linework/billing/priced';
import type { Db } from '@linework/db/db';
import { assignCharges } from '@linework/subscriptions/cycles/assign-charges';
import { beginCycle } from '@linework/subscriptions/cycles/begin-cycle';
import { carryOver } from '@linework/subscriptions/cycles/carry-over';
import { endBilling } from '@linework/subscriptions/cycles/end-billing';
import type { BillableSubscription, BilledProduct } from '@linework/subscriptions/cycles/lock-billable-subscriptions';
import { v7 as newId } from 'uuid';
import { calculateDueDate } from './calculate-due-date.ts';
import { insertInvoice } from './insert-invoice.ts';
import { markPaid } from './mark-paid.ts';
import { type InvoicedPeriod, planBilling } from './plan-billing.ts';

/**
 * Makes the due invoice of one subscription and moves it to its next cycle, in the transaction that locked the
 * subscription. After the commit it is due again only on its next billing date.
 */
export async function makeInvoice(tx: Db, subscription: BillableSubscription, today: string): Promise<void> {
  const { invoiced, next } = planBilling(subscription);
  const { products, charges } = subscription;
  const consumed: string[] = [];
  if (invoiced) {
    const priced = priceCycle({
      ...invoiced,
      products: products.map((product) => addPartialPeriod(product, invoiced)),
      charges,
    });
    await writeInvoice(tx, subscription, { ...priced, invoicedPeriod: invoiced, today });
    consumed.push(...priced.consumed);
  } else {
    await invoiceLastCharges(tx, subscription, today);
  }
  const subscriptionId = subscription.id;
  await (next ? beginCycle(tx, { subscriptionId, ...next, consumed }) : endBilling(tx, { subscriptionId, consumed }));
}

/** A product added within the cycle is charged from that day on. */
function addPartialPeriod(product: BilledProduct, { from, shareFrom }: InvoicedPeriod): PricedProduct {
  const { addedOn } = product;
  return addedOn > from ? { ...product, part: { from: addedOn, share: shareFrom(addedOn) } } : product;
}

interface InvoiceToWrite extends PricedCycle {
  readonly invoicedPeriod: Pick<InvoicedPeriod, 'number' | 'from' | 'until'>;
  readonly today: string;
}

async function writeInvoice(
  tx: Db,
  subscription: BillableSubscription,
  { lines, totalAmount, carried, invoicedPeriod, today }: InvoiceToWrite,
): Promise<void> {
  const { id: subscriptionId, brokerId, customerId, charges } = subscription;
  const id = newId();
  const isFree = totalAmount === formatAmount(0n);
  const status = subscription.invoiceApprovalRequired && !isFree ? 'DRAFT' : 'OPEN';
  const period = { cycle: invoicedPeriod.number, periodFrom: invoicedPeriod.from, periodUntil: invoicedPeriod.until };
  await insertInvoice(tx, {
    id,
    brokerId,
    subscriptionId,
    customerId,
    status,
    ...period,
    totalAmount,
    dueDate: calculateDueDate(today),
    lines,
  });
  if (isFree) await markPaid(tx, { invoiceId: id, job: 'make-invoices' });
  await assignCharges(tx, { chargeIds: charges.map((charge) => charge.id), invoiceId: id });
  if (carried) await carryOver(tx, { subscriptionId, brokerId, ...carried });
}

/**
 * Puts the last charges of an ended subscription on an invoice of their own, if its last cycle has no invoice or was
 * invoiced before. No invoice is made if nothing is owed.
 */
async function invoiceLastCharges(tx: Db, subscription: BillableSubscription, today: string): Promise<void> {
  const { charges, cycleFrom: from, cycleUntil: until } = subscription;
  if (sumLines(charges) <= 0n) return;
  const invoicedPeriod = { number: subscription.cycle + 1, from, until };
  const priced = priceCycle({ ...invoicedPeriod, share: { usedDays: 1, wholeDays: 1 }, products: [], charges });
  await writeInvoice(tx, subscription, { ...priced, invoicedPeriod, today });
}

import type { Db } from '@linework/db/db';
import { v7 as newId } from 'uuid';
import { amountOf } from '../billing/money.ts';
import { type PricedCycle, priceCycle, totalOf } from '../billing/price-cycle.ts';
import type { PricedProduct } from '../billing/priced.ts';
import { beginCycle } from '../subscriptions/begin-cycle.ts';
import { carryOver } from '../subscriptions/carry-over.ts';
import type { Billable, BilledProduct } from '../subscriptions/claim-billable.ts';
import { endBilling } from '../subscriptions/end-billing.ts';
import { takeCharges } from '../subscriptions/take-charges.ts';
import { dueDateOf } from './due-date.ts';
import { insertInvoice } from './insert-invoice.ts';
import { markPaid } from './mark-paid.ts';
import { type InvoicedStretch, planBilling } from './plan-billing.ts';

/**
 * Makes the invoice that is due of one subscription and lets it go on to its next cycle, in the transaction that the
 * subscription was claimed in. Once that commits it is due again only on its next billing date.
 */
export async function makeInvoice(tx: Db, billable: Billable, today: string): Promise<void> {
  const { invoiced, next } = planBilling(billable);
  const { products, charges } = billable;
  const consumed: string[] = [];
  if (invoiced) {
    const priced = priceCycle({ ...invoiced, products: products.map((product) => asGiven(product, invoiced)), charges });
    await writeInvoice(tx, billable, { ...priced, stretch: invoiced, today });
    consumed.push(...priced.consumed);
  } else {
    await invoiceLastCharges(tx, billable, today);
  }
  const subscriptionId = billable.id;
  await (next ? beginCycle(tx, { subscriptionId, ...next, consumed }) : endBilling(tx, { subscriptionId, consumed }));
}

/** What was added in the middle of the cycle is paid for from that day on. */
function asGiven(product: BilledProduct, { from, shareFrom }: InvoicedStretch): PricedProduct {
  const { addedOn } = product;
  return addedOn > from ? { ...product, part: { from: addedOn, share: shareFrom(addedOn) } } : product;
}

interface Written extends PricedCycle {
  readonly stretch: Pick<InvoicedStretch, 'number' | 'from' | 'until'>;
  readonly today: string;
}

async function writeInvoice(tx: Db, billable: Billable, { lines, totalAmount, carried, stretch, today }: Written): Promise<void> {
  const { id: subscriptionId, brokerId, customerId, charges } = billable;
  const id = newId();
  const isFree = totalAmount === amountOf(0n);
  const status = billable.invoiceApprovalRequired && !isFree ? 'DRAFT' : 'OPEN';
  const period = { cycle: stretch.number, periodFrom: stretch.from, periodUntil: stretch.until };
  await insertInvoice(tx, { id, brokerId, subscriptionId, customerId, status, ...period, totalAmount, dueDate: dueDateOf(today), lines });
  if (isFree) await markPaid(tx, { invoiceId: id, job: 'make-invoices' });
  await takeCharges(tx, { chargeIds: charges.map((charge) => charge.id), invoiceId: id });
  if (carried) await carryOver(tx, { subscriptionId, brokerId, ...carried });
}

/** What came up in a last cycle that has no invoice of its own, or whose invoice was made before, stands on one of its own, unless nothing is owed. */
async function invoiceLastCharges(tx: Db, billable: Billable, today: string): Promise<void> {
  const { charges, cycleFrom: from, cycleUntil: until } = billable;
  if (totalOf(charges) <= 0n) return;
  const stretch = { number: billable.cycle + 1, from, until };
  const priced = priceCycle({ ...stretch, share: { usedDays: 1, wholeDays: 1 }, products: [], charges });
  await writeInvoice(tx, billable, { ...priced, stretch, today });
}

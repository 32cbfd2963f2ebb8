import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { invoiceArrivals } from '@linework/schemas/events';
import type { Invoice } from '@linework/schemas/invoices/invoice';
import { invoiceLifecycle } from '@linework/schemas/invoices/invoice.lifecycle';
import { refused } from './approve-invoice.ts';
import { findInvoice, type InvoiceAsked, noSuchInvoice } from './find-invoice.ts';
import { lockInvoice, paymentAtWork } from './lock-invoice.ts';
import { listStandingReceipts, receiptsStandingFor, type StandingReceipt } from './standing-receipts.ts';

const voidStatement = statement(
  'void-invoice',
  `WITH moved AS (
    UPDATE invoice SET status = 'VOID', voided_at = now(), updated_at = now()
    WHERE id = $1::uuid AND status = $2 AND NOT EXISTS (SELECT ${receiptsStandingFor('$1::uuid')}) RETURNING id, broker_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id)
  SELECT broker_id, '${invoiceArrivals.VOID}', 'invoice', id, $2, 'VOID', $3::uuid FROM moved RETURNING resource_id`,
);

/**
 * Takes an invoice back, so that nobody owes anything on it. What stands on it goes with it: charges are not charged again and
 * discounts stay consumed. Raises not-found, conflict while a payment of it is under way or a tax receipt stands for it, and
 * invalid-status-transition when it is PAID or VOID.
 */
export function voidInvoice(db: Db, asked: InvoiceAsked): Promise<Invoice> {
  const { caller, invoiceId } = asked;
  return db.transaction(async (tx) => {
    // Who begins to pay it, or drafts a receipt for it, waits for the same row.
    const held = await lockInvoice(tx, invoiceId, caller.brokerId);
    if (!held) throw noSuchInvoice(invoiceId);
    if (!invoiceLifecycle.mayMove(held.status, 'VOID')) throw refused(held, 'void');
    const paymentId = await paymentAtWork(tx, invoiceId);
    if (paymentId !== undefined) throw conflict('A payment of this invoice is under way.', { code: 'payment-under-way', paymentId });
    const moved = await tx.query(voidStatement, [invoiceId, held.status, caller.keyId]);
    if (moved.length === 0) throw receiptsStand(await listStandingReceipts(tx, invoiceId));
    return findInvoice(tx, asked);
  });
}

function receiptsStand(taxReceipts: readonly StandingReceipt[]) {
  return conflict('Tax receipts stand for this invoice: cancel them first.', { code: 'tax-receipts-stand', taxReceipts });
}

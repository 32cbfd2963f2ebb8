import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { invoiceStatusEvents } from '@linework/schemas/events';
import type { Invoice } from '@linework/schemas/invoices/invoice';
import { invoiceLifecycle } from '@linework/schemas/invoices/invoice.lifecycle';
import { invalidInvoiceTransition } from './approve-invoice.ts';
import { type EffectiveReceipt, fromEffectiveReceipts, listEffectiveReceipts } from './effective-receipts.ts';
import { findInvoice, type InvoiceTarget, invoiceNotFound } from './find-invoice.ts';
import { findOpenPayment, lockInvoice } from './lock-invoice.ts';

const voidStatement = statement(
  'void-invoice',
  `WITH moved AS (
    UPDATE invoice SET status = 'VOID', voided_at = now(), updated_at = now()
    WHERE id = $1::uuid AND status = $2 AND NOT EXISTS (SELECT ${fromEffectiveReceipts('$1::uuid')}) RETURNING id, broker_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id)
  SELECT broker_id, '${invoiceStatusEvents.VOID}', 'invoice', id, $2, 'VOID', $3::uuid FROM moved RETURNING resource_id`,
);

/**
 * Takes an invoice back, so that nobody owes anything on it. What stands on it goes with it: charges are not charged again and
 * discounts stay consumed. Raises not-found, conflict while a payment of it is under way or a tax receipt stands for it, and
 * invalid-status-transition when it is PAID or VOID.
 */
export function voidInvoice(db: Db, target: InvoiceTarget): Promise<Invoice> {
  const { caller, invoiceId } = target;
  return db.transaction(async (tx) => {
    // Who begins to pay it, or drafts a receipt for it, waits for the same row.
    const locked = await lockInvoice(tx, invoiceId, caller.brokerId);
    if (!locked) throw invoiceNotFound(invoiceId);
    if (!invoiceLifecycle.canMove(locked.status, 'VOID')) throw invalidInvoiceTransition(locked, 'void');
    const paymentId = await findOpenPayment(tx, invoiceId);
    if (paymentId !== undefined) throw conflict('A payment of this invoice is under way.', { code: 'payment-in-progress', paymentId });
    const moved = await tx.query(voidStatement, [invoiceId, locked.status, caller.keyId]);
    if (moved.length === 0) throw effectiveReceiptsConflict(await listEffectiveReceipts(tx, invoiceId));
    return findInvoice(tx, target);
  });
}

function effectiveReceiptsConflict(taxReceipts: readonly EffectiveReceipt[]) {
  return conflict('Tax receipts stand for this invoice: cancel them first.', { code: 'effective-tax-receipts', taxReceipts });
}

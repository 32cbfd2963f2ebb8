import { toCents } from '@linework/billing/money';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { conflict } from '@linework/problem-details/make-problem';
import type { Invoice } from '@linework/schemas/invoices/invoice';
import { invoiceLifecycle } from '@linework/schemas/lifecycles/invoice.lifecycle';
import { invalidInvoiceTransition } from './approve-invoice.ts';
import { type EffectiveReceipt, fromEffectiveReceipts, listEffectiveReceipts } from './effective-receipts.ts';
import { findInvoice, type InvoiceTarget, invoiceNotFound } from './find-invoice.ts';
import { findOpenPayment, lockInvoice } from './lock-invoice.ts';

const voidStatement = statement(
  'void-invoice',
  { invoiceId: 'uuid', status: 'text', keyId: 'uuid' },
  `WITH moved AS (
    UPDATE invoice
    SET status = 'VOID', paid_at = NULL, voided_at = now(), updated_at = now()
    WHERE id = :invoiceId AND status = :status AND NOT EXISTS (SELECT ${fromEffectiveReceipts(':invoiceId')})
    RETURNING id, broker_id
  )
  ${insertMove('invoice', { fromColumn: ':status', to: 'VOID', key: ':keyId' })}
  FROM moved
  RETURNING resource_id`,
);

/**
 * Voids an invoice, so that its amount is no longer owed. Its charges are not charged again and its discounts stay
 * consumed. Raises not-found, conflict while a payment is in progress or a tax receipt is effective, and
 * invalid-status-transition when it is PAID or VOID.
 */
export function voidInvoice(db: Db, target: InvoiceTarget): Promise<Invoice> {
  const { caller, invoiceId } = target;
  return db.transaction(async (tx) => {
    // Starting a payment or drafting a receipt locks the same row.
    const locked = await lockInvoice(tx, invoiceId, caller.brokerId);
    if (!locked) throw invoiceNotFound(invoiceId);
    const isPaid = locked.status === 'PAID' && toCents(locked.totalAmount) > 0n;
    if (isPaid || !invoiceLifecycle.canMove(locked.status, 'VOID')) throw invalidInvoiceTransition(locked, 'void');
    const paymentId = await findOpenPayment(tx, invoiceId);
    if (paymentId !== undefined)
      throw conflict('A payment of this invoice is in progress.', { code: 'payment-in-progress', paymentId });
    const moved = await tx.query(voidStatement, { invoiceId, status: locked.status, keyId: caller.keyId });
    if (moved.length === 0) throw effectiveReceiptsConflict(await listEffectiveReceipts(tx, invoiceId));
    return findInvoice(tx, target);
  });
}

function effectiveReceiptsConflict(taxReceipts: readonly EffectiveReceipt[]) {
  return conflict('The invoice has effective tax receipts. Cancel them first.', {
    code: 'effective-tax-receipts',
    taxReceipts,
  });
}

import { readToday } from '@linework/billing/read-today';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { invalidStatusTransition } from '@linework/problem-details/make-problem';
import type { Invoice } from '@linework/schemas/invoices/invoice';
import { type InvoiceRequest, invoiceLifecycle } from '@linework/schemas/lifecycles/invoice.lifecycle';
import { calculateDueDate } from './calculate-due-date.ts';
import { findInvoice, type InvoiceTarget } from './find-invoice.ts';

const approveStatement = statement(
  'approve-invoice',
  { invoiceId: 'uuid', brokerId: 'uuid?', keyId: 'uuid', dueDate: 'date' },
  `WITH moved AS (
    UPDATE invoice
    SET status = 'OPEN', opened_at = now(), due_date = :dueDate, updated_at = now()
    WHERE id = :invoiceId AND (:brokerId IS NULL OR broker_id = :brokerId) AND status = 'DRAFT'
    RETURNING id, broker_id
  )
  ${insertMove('invoice', { from: 'DRAFT', to: 'OPEN', key: ':keyId' })}
  FROM moved
  RETURNING resource_id`,
);

/**
 * Opens a DRAFT invoice; its due date counts from today. Raises not-found, and invalid-status-transition when it is not
 * a DRAFT.
 */
export function approveInvoice(db: Db, target: InvoiceTarget): Promise<Invoice> {
  const { caller, invoiceId } = target;
  return db.transaction(async (tx) => {
    const dueDate = calculateDueDate(await readToday(tx));
    const [approved] = await tx.query(approveStatement, {
      invoiceId,
      brokerId: caller.brokerId,
      keyId: caller.keyId,
      dueDate,
    });
    const invoice = await findInvoice(tx, target);
    if (!approved) throw invalidInvoiceTransition(invoice, 'approve');
    return invoice;
  });
}

/** The problem for a request that the invoice's current status does not allow. */
export function invalidInvoiceTransition({ id, status }: Pick<Invoice, 'id' | 'status'>, requested: InvoiceRequest) {
  const allowed = invoiceLifecycle.getRequests(status);
  return invalidStatusTransition({ resource: { type: 'invoice', id }, currentStatus: status, requested, allowed });
}

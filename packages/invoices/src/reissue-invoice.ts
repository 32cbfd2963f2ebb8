import { addDays } from '@linework/billing/civil-day';
import { toCents } from '@linework/billing/money';
import { readToday } from '@linework/billing/read-today';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { conflict } from '@linework/problem-details/make-problem';
import type { Invoice, InvoiceLine } from '@linework/schemas/invoices/invoice';
import { findSubscription } from '@linework/subscriptions/find-subscription';
import { v7 as newId } from 'uuid';
import { calculateDueDate } from './calculate-due-date.ts';
import { findInvoice, type InvoiceTarget, invoiceNotFound } from './find-invoice.ts';
import { insertInvoice } from './insert-invoice.ts';
import { lockInvoice } from './lock-invoice.ts';
import { markPaid } from './mark-paid.ts';

/**
 * Makes a new invoice with the lines of a voided one. Raises not-found, and conflict when the invoice is not VOID or
 * its cycle already has another invoice.
 */
export function reissueInvoice(db: Db, target: InvoiceTarget): Promise<Invoice> {
  const { caller, invoiceId } = target;
  return db.transaction(async (tx) => {
    if (!(await lockInvoice(tx, invoiceId, caller.brokerId))) throw invoiceNotFound(invoiceId);
    const voided = await findInvoice(tx, target);
    if (voided.status !== 'VOID') throw conflict('Only a VOID invoice can be reissued.', { code: 'invoice-not-void' });
    const { invoiceApprovalRequired } = await findSubscription(tx, { caller, subscriptionId: voided.subscriptionId });
    const id = newId();
    const isFree = toCents(voided.totalAmount) === 0n;
    const status = invoiceApprovalRequired && !isFree ? 'DRAFT' : 'OPEN';
    const made = {
      id,
      status,
      dueDate: calculateDueDate(await readToday(tx)),
      metadata: { inPlaceOf: invoiceId },
      keyId: caller.keyId,
    } as const;
    await insertInvoice(tx, {
      ...voided,
      ...made,
      periodUntil: addDays(voided.periodUntil, 1),
      lines: voided.lines.map(copyLine),
    }).catch(rejectInvoicedCycle);
    if (isFree) await markPaid(tx, { invoiceId: id, keyId: caller.keyId });
    return findInvoice(tx, { caller, invoiceId: id });
  });
}

function rejectInvoicedCycle(error: unknown): never {
  if (!isUniqueViolation(error, 'one_invoice_per_cycle')) throw error;
  throw conflict('The cycle of this invoice already has another invoice.', { code: 'cycle-is-invoiced' });
}

function copyLine({ discountId, componentId, periodUntil, ...line }: InvoiceLine) {
  return {
    ...line,
    discountId: discountId ?? null,
    componentId: componentId ?? null,
    periodUntil: addDays(periodUntil, 1),
  };
}

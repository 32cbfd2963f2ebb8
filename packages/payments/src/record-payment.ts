import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent, insertEvents } from '@linework/events/insert-event';
import { lockInvoice } from '@linework/invoices/lock-invoice';
import { markPaid } from '@linework/invoices/mark-paid';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { sanitizePartnerText } from '@linework/partners/sanitize-partner-text';
import { eventType, paymentStatusEvents } from '@linework/schemas/events';
import { type PaymentStatus, paymentLifecycle } from '@linework/schemas/lifecycles/payment.lifecycle';
import type { DuePayment } from './due-payments.ts';

/** The next state of a payment. */
export interface PaymentTransition {
  readonly status: PaymentStatus;
  readonly reason?: string | undefined;
  /** Seconds until the next poll; undefined if the provider will send a notification. */
  readonly nextPollSeconds?: number | undefined;
}

/** `invoice-not-payable`: the payment was settled although its invoice cannot be paid, so an operator must check it. */
export type RecordResult = 'recorded' | 'fencing-conflict' | 'invoice-not-payable';

/**
 * A `due_at` that changed during the provider call is kept, because its news may be newer than the response. An ended
 * payment is not polled any more.
 */
const recordStatement = statement(
  'record-payment',
  {
    id: 'uuid',
    from: 'text',
    dueAt: 'timestamptz',
    to: 'text',
    reason: 'text?',
    nextPollSeconds: 'int?',
    hasEnded: 'boolean',
    event: 'text',
  },
  `WITH moved AS (
    UPDATE payment
    SET status = :to, reason = coalesce(:reason, reason), attempt = 0, updated_at = now(),
      authorized_at = CASE WHEN :to = 'AUTHORIZED' THEN now() ELSE authorized_at END,
      confirmed_at = CASE WHEN :to = 'CONFIRMED' THEN now() ELSE confirmed_at END,
      ended_at = CASE WHEN :hasEnded THEN now() END,
      due_at = CASE WHEN due_at = :dueAt OR :hasEnded THEN ${dueNow} + :nextPollSeconds * interval '1 s' ELSE due_at END
    WHERE id = :id AND status = :from
    RETURNING id, broker_id
  )
  ${insertEvents('payment', { type: ':event', from: ':from', to: ':to' })}
  FROM moved
  RETURNING at`,
);

/** A worker that lost its lease may have the newer response, so the payment is polled again. */
const pollAgainStatement = statement(
  'poll-payment-again',
  { id: 'uuid', dueAt: 'timestamptz' },
  `UPDATE payment SET due_at = ${dueNow} WHERE id = :id AND due_at = :dueAt AND ended_at IS NULL`,
);

const paymentReversed = eventType('payment.reversed');
const emitReversalStatement = statement(
  'emit-payment-reversed',
  { id: 'uuid' },
  `${insertEvent(paymentReversed, {
    id: 'invoice_id',
    details: "jsonb_build_object('paymentId', id, 'status', status)",
  })}
FROM payment WHERE id = :id`,
);

/**
 * Records the new status of an acquired payment and its effect on the invoice in one transaction. The invoice is locked
 * first and becomes PAID when the payment is CONFIRMED. A reversed payment leaves it PAID and adds an event. Changes
 * nothing if the payment's status has changed since.
 */
export function recordPayment(
  db: Db,
  payment: DuePayment,
  { status, reason, nextPollSeconds }: PaymentTransition,
): Promise<RecordResult> {
  const { id, invoiceId, status: from, dueAt } = payment;
  const values = {
    to: status,
    reason: reason === undefined ? null : sanitizePartnerText(reason),
    nextPollSeconds,
    hasEnded: paymentLifecycle.isFinal(status),
    event: paymentStatusEvents[status],
  };
  return db.transaction(async (tx) => {
    await lockInvoice(tx, invoiceId);
    const [moved] = await tx.query(recordStatement, { id, from, dueAt, ...values });
    if (!moved) {
      await tx.query(pollAgainStatement, { id, dueAt });
      return 'fencing-conflict';
    }
    if (from === 'CONFIRMED') await tx.query(emitReversalStatement, { id });
    return status !== 'CONFIRMED' || (await markPaid(tx, { invoiceId, at: moved.at }))
      ? 'recorded'
      : 'invoice-not-payable';
  });
}

import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { conflict, invalidStatusTransition, notFound } from '@linework/problem-details/make-problem';
import { paymentLifecycle } from '@linework/schemas/lifecycles/payment.lifecycle';
import type { Refund } from '@linework/schemas/refunds/refund';
import { v7 as newId } from 'uuid';
import { findRefund } from './read-refunds.ts';

/** The payment is locked, so that the second of two concurrent refunds sees the remaining amount. */
const lockStatement = statement(
  'lock-payment-to-refund',
  { paymentId: 'uuid', brokerId: 'uuid?', amount: 'numeric?' },
  `SELECT status, (amount - refunds_requested)::text AS refundable,
     coalesce(:amount <= amount - refunds_requested, amount > refunds_requested) AS "isRefundable"
   FROM payment
   WHERE id = :paymentId AND (:brokerId IS NULL OR broker_id = :brokerId)
   FOR UPDATE`,
);

/** The refund is due at once. A trigger adds it to the payment, whose constraint rejects more than the paid amount. */
const insertStatement = statement(
  'insert-refund',
  { refundId: 'uuid', paymentId: 'uuid', amount: 'numeric?', metadata: 'jsonb', keyId: 'uuid' },
  `WITH made AS (
    INSERT INTO refund (id, broker_id, payment_id, status, amount, metadata, due_at)
    SELECT :refundId, broker_id, id, 'PENDING', coalesce(:amount, amount - refunds_requested), :metadata, ${dueNow}
    FROM payment
    WHERE id = :paymentId
    RETURNING id, broker_id, payment_id, amount
  )
  ${insertMove('refund', {
    to: 'PENDING',
    key: ':keyId',
    details: "jsonb_build_object('paymentId', payment_id, 'amount', amount::text)",
  })}
  FROM made`,
);

type LockedPayment = RowOf<typeof lockStatement>;

export interface RefundInput {
  readonly caller: Caller;
  readonly paymentId: string;
  /** Defaults to the whole remaining amount. */
  readonly amount?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Records a refund of a payment; a job requests it from the provider. Raises not-found, invalid-status-transition for a
 * payment that is not CONFIRMED, and conflict with the refundable amount when the amount exceeds it.
 */
export function createRefund(db: Db, { caller, paymentId, amount, metadata = {} }: RefundInput): Promise<Refund> {
  const refundId = newId();
  return db.transaction(async (tx) => {
    const [payment] = await tx.query(lockStatement, { paymentId, brokerId: caller.brokerId, amount });
    if (!payment) throw notFound(`There is no payment ${paymentId}.`);
    requireRefundable(paymentId, payment);
    await tx.query(insertStatement, { refundId, paymentId, amount, metadata, keyId: caller.keyId });
    return findRefund(tx, { caller, refundId });
  });
}

function requireRefundable(id: string, { status, refundable, isRefundable }: LockedPayment): void {
  if (paymentLifecycle.getTarget('refund', status) === undefined) {
    const allowed = paymentLifecycle.getRequests(status);
    throw invalidStatusTransition({
      resource: { type: 'payment', id },
      currentStatus: status,
      requested: 'refund',
      allowed,
    });
  }
  if (!isRefundable)
    throw conflict(`At most ${refundable} of this payment can be refunded.`, {
      code: 'refund-exceeds-payment',
      refundable,
    });
}

import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { conflict, invalidStatusTransition, notFound } from '@linework/problem-details/make-problem';
import { refundStatusEvents } from '@linework/schemas/events';
import { type PaymentStatus, paymentLifecycle } from '@linework/schemas/lifecycles/payment.lifecycle';
import type { Refund } from '@linework/schemas/refunds/refund';
import { v7 as newId } from 'uuid';
import { findRefund } from './find-refund.ts';

/** The payment is locked, so that the second of two concurrent refunds sees the remaining amount. */
const lockStatement = statement(
  'lock-payment-to-refund',
  `SELECT status, (amount - refunds_requested)::text AS refundable, coalesce($3::numeric <= amount - refunds_requested, amount > refunds_requested) AS "isRefundable"
   FROM payment
   WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid)
   FOR UPDATE`,
);

/** The refund is due at once. A trigger adds it to the payment, whose constraint rejects more than the paid amount. */
const insertStatement = statement(
  'insert-refund',
  `WITH made AS (
    INSERT INTO refund (id, broker_id, payment_id, status, amount, metadata, due_at)
    SELECT $1::uuid, broker_id, id, 'PENDING', coalesce($3::numeric, amount - refunds_requested), $4::jsonb, ${dueNow}
    FROM payment
    WHERE id = $2::uuid
    RETURNING id, broker_id, payment_id, amount
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, key_id, details)
  SELECT broker_id, '${refundStatusEvents.PENDING}', 'refund', id, 'PENDING', $5::uuid, jsonb_build_object('paymentId', payment_id, 'amount', amount::text)
  FROM made`,
);

interface LockedPayment {
  readonly status: PaymentStatus;
  /** The amount that no refund has requested yet; decimal with two places. */
  readonly refundable: string;
  readonly isRefundable: boolean;
}

export interface RefundInput {
  readonly caller: Caller;
  readonly paymentId: string;
  /** Defaults to the whole remaining amount. */
  readonly amount?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Records a refund of a payment; a job requests it from the provider. Raises not-found, invalid-status-transition for a payment that is
 * not CONFIRMED, and conflict with the refundable amount when the amount exceeds it.
 */
export function createRefund(db: Db, { caller, paymentId, amount, metadata = {} }: RefundInput): Promise<Refund> {
  const refundId = newId();
  return db.transaction(async (tx) => {
    const [payment] = await tx.query<LockedPayment>(lockStatement, [paymentId, caller.brokerId, amount]);
    if (!payment) throw notFound(`There is no payment ${paymentId}.`);
    requireRefundable(paymentId, payment);
    await tx.query(insertStatement, [refundId, paymentId, amount, JSON.stringify(metadata), caller.keyId]);
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

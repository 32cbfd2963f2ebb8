import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { invalidStatusTransition } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import { paymentLifecycle } from '@linework/schemas/lifecycles/payment.lifecycle';
import type { Payment } from '@linework/schemas/payments/payment';
import { findPayment, type PaymentTarget } from './find-payment.ts';

const cancelRequested = eventType('payment.cancel_requested');

/**
 * Only records the request, because the provider decides whether the payment can still be cancelled. A repeated request
 * is recorded once.
 */
const requestCancelStatement = statement(
  'request-cancel-payment',
  { paymentId: 'uuid', brokerId: 'uuid?', from: 'text[]', keyId: 'uuid' },
  `WITH found AS (
    SELECT id, cancel_requested_at
    FROM payment
    WHERE id = :paymentId AND (:brokerId IS NULL OR broker_id = :brokerId) AND status = ANY(:from)
    FOR UPDATE
  ), requested AS (
    UPDATE payment p
    SET cancel_requested_at = now(), due_at = ${dueNow}, updated_at = now()
    FROM found
    WHERE p.id = found.id AND found.cancel_requested_at IS NULL
    RETURNING p.id, p.broker_id
  ), emitted AS (
    ${insertEvent(cancelRequested, { key: ':keyId' })}
    FROM requested
  )
  SELECT id FROM found`,
);

/**
 * Requests that the provider cancels a payment that is not settled. Raises not-found, and invalid-status-transition
 * when it is settled or has ended.
 */
export function cancelPayment(db: Db, target: PaymentTarget): Promise<Payment> {
  const { caller, paymentId } = target;
  return db.transaction(async (tx) => {
    const [found] = await tx.query(requestCancelStatement, {
      paymentId,
      brokerId: caller.brokerId,
      from: paymentLifecycle.getSources('cancel'),
      keyId: caller.keyId,
    });
    const payment = await findPayment(tx, target);
    if (found) return payment;
    const allowed = paymentLifecycle.getRequests(payment.status);
    throw invalidStatusTransition({
      resource: { type: 'payment', id: paymentId },
      currentStatus: payment.status,
      requested: 'cancel',
      allowed,
    });
  });
}

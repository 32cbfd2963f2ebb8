import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { dueNow } from '@linework/partners/poll-due';
import { paymentLifecycle } from '@linework/schemas/payments/payment.lifecycle';
import type { PaymentTarget } from './find-payment.ts';

const dueNowStatement = statement(
  'make-payment-due',
  `UPDATE payment SET due_at = ${dueNow} WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND status = ANY($3)`,
);

const openStatuses = paymentLifecycle.statuses.filter((status) => !paymentLifecycle.isFinal(status));

/**
 * Makes a payment due for polling at once if its status can still change. Settled payments count, because they may have been reversed.
 * Does nothing for any other payment.
 */
export async function makePaymentDue(db: Pick<Db, 'query'>, { caller, paymentId }: PaymentTarget): Promise<void> {
  await db.query(dueNowStatement, [paymentId, caller.brokerId, openStatuses]);
}

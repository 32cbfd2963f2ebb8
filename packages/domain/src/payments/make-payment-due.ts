import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { paymentLifecycle } from '@linework/schemas/payments/payment.lifecycle';
import { dueNow } from '../partners/poll-due.ts';
import type { PaymentTarget } from './find-payment.ts';

const dueNowStatement = statement(
  'make-payment-due',
  `UPDATE payment SET due_at = ${dueNow} WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND status = ANY($3)`,
);

const openStatuses = paymentLifecycle.statuses.filter((status) => !paymentLifecycle.isFinal(status));

/** Has the provider asked at once about a payment that may still move, settled ones too: they may have been taken back. Passes over whatever else there is, or is not. */
export async function makePaymentDue(db: Pick<Db, 'query'>, { caller, paymentId }: PaymentTarget): Promise<void> {
  await db.query(dueNowStatement, [paymentId, caller.brokerId, openStatuses]);
}

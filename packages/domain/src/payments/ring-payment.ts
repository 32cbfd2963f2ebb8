import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { paymentLifecycle } from '@linework/schemas/payments/payment.lifecycle';
import { atOnce } from '../partners/ask-each-due.ts';
import type { PaymentAsked } from './find-payment.ts';

const dueNowStatement = statement(
  'ask-about-payment-now',
  `UPDATE payment SET due_at = ${atOnce} WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND status = ANY($3)`,
);

const mayMove = paymentLifecycle.statuses.filter((status) => !paymentLifecycle.isFinal(status));

/** Has the provider asked at once about a payment that may still move, settled ones too: they may have been taken back. Passes over whatever else there is, or is not. */
export async function ringPayment(db: Pick<Db, 'query'>, { caller, paymentId }: PaymentAsked): Promise<void> {
  await db.query(dueNowStatement, [paymentId, caller.brokerId, mayMove]);
}

import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { PaymentMethod } from '@linework/schemas/payment-methods/payment-method';
import { atOnce } from '../partners/ask-each-due.ts';
import { findPaymentMethod, type PaymentMethodAsked } from './find-payment-method.ts';
import { refusePaymentMethodRequest } from './refuse-payment-method-request.ts';

const dueNowStatement = statement(
  'ask-about-payment-method-now',
  `UPDATE payment_method SET due_at = ${atOnce} WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND status = 'PENDING' RETURNING id`,
);

/** Has the provider asked at once about a method that is PENDING; whatever else there is, or is not, is passed over. Answers whether it is. */
export async function ringPaymentMethod(db: Pick<Db, 'query'>, { caller, methodId }: PaymentMethodAsked): Promise<boolean> {
  return (await db.query(dueNowStatement, [methodId, caller.brokerId])).length > 0;
}

/** Has the provider asked again about a method that is PENDING. Raises not-found and invalid-status-transition. */
export async function askAgain(db: Db, asked: PaymentMethodAsked): Promise<PaymentMethod> {
  if (!(await ringPaymentMethod(db, asked))) return refusePaymentMethodRequest(db, asked, 'activate');
  return findPaymentMethod(db, asked);
}

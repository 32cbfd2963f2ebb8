import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { dueNow } from '@linework/partners/poll-due';
import type { PaymentMethod } from '@linework/schemas/payment-methods/payment-method';
import { findPaymentMethod, type PaymentMethodTarget } from './find-payment-method.ts';
import { rejectPaymentMethodRequest } from './reject-payment-method-request.ts';

const dueNowStatement = statement(
  'make-payment-method-due',
  `UPDATE payment_method SET due_at = ${dueNow} WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND status = 'PENDING' RETURNING id`,
);

/** Makes a PENDING method due for polling at once. Returns false, and does nothing, for any other method. */
export async function makePaymentMethodDue(db: Pick<Db, 'query'>, { caller, methodId }: PaymentMethodTarget): Promise<boolean> {
  return (await db.query(dueNowStatement, [methodId, caller.brokerId])).length > 0;
}

/** Requests another poll of a PENDING method. Raises not-found and invalid-status-transition. */
export async function requestActivation(db: Db, target: PaymentMethodTarget): Promise<PaymentMethod> {
  if (!(await makePaymentMethodDue(db, target))) return rejectPaymentMethodRequest(db, target, 'activate');
  return findPaymentMethod(db, target);
}

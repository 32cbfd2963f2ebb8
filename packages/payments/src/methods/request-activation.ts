import type { Db } from '@linework/db/db';
import { makeCallDue } from '@linework/partners/durable-call/schedule-calls';
import type { PaymentMethod } from '@linework/schemas/payment-methods/payment-method';
import { paymentMethodCall } from './due-methods.ts';
import { findPaymentMethod, type PaymentMethodTarget } from './find-payment-method.ts';
import { rejectPaymentMethodRequest } from './reject-payment-method-request.ts';

/** Makes a PENDING method due for polling at once. Returns false, and does nothing, for any other method. */
export const makePaymentMethodDue = (
  db: Pick<Db, 'query'>,
  { caller, methodId }: PaymentMethodTarget,
): Promise<boolean> =>
  makeCallDue(db, paymentMethodCall, { id: methodId, brokerId: caller.brokerId, statuses: ['PENDING'] });

/** Requests another poll of a PENDING method. Raises not-found and invalid-status-transition. */
export async function requestActivation(db: Db, target: PaymentMethodTarget): Promise<PaymentMethod> {
  if (!(await makePaymentMethodDue(db, target))) return rejectPaymentMethodRequest(db, target, 'activate');
  return findPaymentMethod(db, target);
}

import type { Db } from '@linework/db/db';
import { invalidStatusTransition } from '@linework/problem-details/make-problem';
import { paymentMethodLifecycle } from '@linework/schemas/payment-methods/payment-method.lifecycle';
import { findPaymentMethod, type PaymentMethodAsked } from './find-payment-method.ts';

/** Why something that was asked of a payment method was not done. Raises not-found, else invalid-status-transition. */
export async function refusePaymentMethodRequest(db: Pick<Db, 'prisma'>, asked: PaymentMethodAsked, requested: string): Promise<never> {
  const { id, status } = await findPaymentMethod(db, asked);
  throw invalidStatusTransition({
    resource: { type: 'payment-method', id },
    currentStatus: status,
    requested,
    allowed: [...paymentMethodLifecycle.requestsFrom(status), ...(status === 'ACTIVE' ? ['default'] : [])],
  });
}

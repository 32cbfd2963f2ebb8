import type { Db } from '@linework/db/db';
import { invalidStatusTransition } from '@linework/problem-details/make-problem';
import { paymentMethodLifecycle } from '@linework/schemas/lifecycles/payment-method.lifecycle';
import { findPaymentMethod, type PaymentMethodTarget } from './find-payment-method.ts';

/** Rejects a request that had no effect on a payment method. Raises not-found, otherwise invalid-status-transition. */
export async function rejectPaymentMethodRequest(
  db: Pick<Db, 'prisma'>,
  target: PaymentMethodTarget,
  requested: string,
): Promise<never> {
  const { id, status } = await findPaymentMethod(db, target);
  throw invalidStatusTransition({
    resource: { type: 'payment-method', id },
    currentStatus: status,
    requested,
    allowed: [...paymentMethodLifecycle.getRequests(status), ...(status === 'ACTIVE' ? ['default'] : [])],
  });
}

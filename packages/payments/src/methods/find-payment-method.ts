import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type PaymentMethod, paymentMethod } from '@linework/schemas/payment-methods/payment-method';
import { printRecord } from '@linework/schemas/print-record';

export interface PaymentMethodTarget {
  readonly caller: Caller;
  readonly methodId: string;
}

/** Returns the payment method in its API form. Raises not-found when it does not exist or belongs to another broker. */
export async function findPaymentMethod(
  db: Pick<Db, 'prisma'>,
  { caller, methodId }: PaymentMethodTarget,
): Promise<PaymentMethod> {
  const record = await db.prisma.paymentMethod.findFirst({
    where: { id: methodId, ...visibleTo(caller) },
    omit: { token: true },
  });
  if (!record) throw notFound(`There is no payment method ${methodId}.`);
  return printRecord(paymentMethod, record);
}

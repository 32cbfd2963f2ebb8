import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { PaymentModel } from '@linework/db/generated/models/Payment';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type Payment, payment } from '@linework/schemas/payments/payment';
import { printRecord } from '@linework/schemas/print-record';

export interface PaymentTarget {
  readonly caller: Caller;
  readonly paymentId: string;
}

/** Returns the payment in its API form. Raises not-found when it does not exist or belongs to another broker. */
export async function findPayment(db: Pick<Db, 'prisma'>, { caller, paymentId }: PaymentTarget): Promise<Payment> {
  const record = await db.prisma.payment.findFirst({ where: { id: paymentId, ...visibleTo(caller) } });
  if (!record) throw notFound(`There is no payment ${paymentId}.`);
  return printPayment(record);
}

export const printPayment = (record: PaymentModel) =>
  printRecord(payment, { ...record, paymentMethodType: record.method, refundedAmount: record.refunded });

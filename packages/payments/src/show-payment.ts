import type { Payment } from '@linework/schemas/payments/payment';

/** A payment as Prisma returns it. */
export interface PaymentRecord {
  readonly id: string;
  readonly brokerId: string;
  readonly customerId: string;
  readonly invoiceId: string;
  readonly paymentMethodId: string;
  readonly method: string;
  readonly status: string;
  readonly amount: { toFixed(places: number): string };
  readonly currency: string;
  readonly refunded: { toFixed(places: number): string };
  readonly reason: string | null;
  readonly cancelRequestedAt: Date | null;
  readonly authorizedAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly endedAt: Date | null;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Maps a payment to its API form. Members without a value are left out. */
export function showPayment(record: PaymentRecord): Payment {
  return {
    id: record.id,
    brokerId: record.brokerId,
    customerId: record.customerId,
    invoiceId: record.invoiceId,
    paymentMethodId: record.paymentMethodId,
    paymentMethodType: record.method as Payment['paymentMethodType'],
    status: record.status as Payment['status'],
    amount: record.amount.toFixed(2),
    currency: record.currency as Payment['currency'],
    refundedAmount: record.refunded.toFixed(2),
    ...(record.reason !== null && { reason: record.reason }),
    ...(record.cancelRequestedAt && { cancelRequestedAt: record.cancelRequestedAt.toISOString() }),
    ...(record.authorizedAt && { authorizedAt: record.authorizedAt.toISOString() }),
    ...(record.confirmedAt && { confirmedAt: record.confirmedAt.toISOString() }),
    ...(record.endedAt && { endedAt: record.endedAt.toISOString() }),
    metadata: record.metadata as Payment['metadata'],
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

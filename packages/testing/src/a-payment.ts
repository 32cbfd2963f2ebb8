import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { paymentStatusEvents } from '@linework/schemas/events';
import type { PaymentStatus } from '@linework/schemas/lifecycles/payment.lifecycle';
import { aPaymentMethod } from './a-payment-method.ts';
import { anInvoice } from './an-invoice.ts';

export interface TestPayment {
  readonly id: string;
  readonly brokerId: string;
  readonly customerId: string;
  readonly invoiceId: string;
  readonly paymentMethodId: string;
}

/** The values that a test may choose for its payment. The others have generated values. */
export interface PaymentOptions {
  readonly brokerId?: string;
  readonly customerId?: string;
  /** An invoice of the customer. */
  readonly invoiceId?: string;
  /** A payment method of the customer. */
  readonly paymentMethodId?: string;
  readonly amount?: string;
}

const statusPaths = {
  PENDING: ['PENDING'],
  AUTHORIZED: ['PENDING', 'AUTHORIZED'],
  CONFIRMED: ['PENDING', 'CONFIRMED'],
  REFUNDED: ['PENDING', 'CONFIRMED', 'REFUNDED'],
  CHARGED_BACK: ['PENDING', 'CONFIRMED', 'CHARGED_BACK'],
  FAILED: ['PENDING', 'FAILED'],
  CANCELED: ['PENDING', 'CANCELED'],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>;

/**
 * A payment that reached its status by allowed transitions, each with its event. It is unknown to the provider and is
 * not polled. Its invoice does not change.
 */
export async function aPayment(db: Db, status: PaymentStatus, options: PaymentOptions = {}): Promise<TestPayment> {
  const { amount = '44.91', ...values } = options;
  const invoice =
    values.invoiceId === undefined ? await anInvoice(db, 'OPEN', { ...pickOwner(values), amount }) : undefined;
  const owner = invoice ?? (await db.prisma.invoice.findUniqueOrThrow({ where: { id: values.invoiceId ?? '' } }));
  const { brokerId, customerId } = owner;
  const paymentMethodId = values.paymentMethodId ?? (await aPaymentMethod(db, 'ACTIVE', { brokerId, customerId })).id;
  const { type: method } = await db.prisma.paymentMethod.findUniqueOrThrow({ where: { id: paymentMethodId } });
  const payment = { id: randomUUID(), brokerId, customerId, invoiceId: owner.id, paymentMethodId };
  await db.transaction(async (tx) => {
    await tx.prisma.payment.create({ data: { ...payment, method, amount, status: 'PENDING' } });
    let from: PaymentStatus | null = null;
    for (const to of statusPaths[status]) {
      if (from !== null)
        await tx.prisma.payment.updateMany({
          where: { id: payment.id, status: from },
          data: { status: to, ...statusTimestamps(to) },
        });
      const statusEvent = {
        type: paymentStatusEvents[to],
        resourceType: 'payment',
        resourceId: payment.id,
        fromStatus: from,
        toStatus: to,
      };
      await tx.prisma.event.create({ data: { brokerId, ...statusEvent } });
      from = to;
    }
  });
  return payment;
}

const pickOwner = ({ brokerId, customerId }: PaymentOptions) => ({
  ...(brokerId !== undefined && { brokerId }),
  ...(customerId !== undefined && { customerId }),
});

function statusTimestamps(status: PaymentStatus) {
  if (status === 'AUTHORIZED') return { authorizedAt: new Date() };
  if (status === 'CONFIRMED') return { confirmedAt: new Date() };
  return { endedAt: new Date() };
}

import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { refundStatusEvents } from '@linework/schemas/events';
import type { RefundStatus } from '@linework/schemas/lifecycles/refund.lifecycle';
import { aPayment } from './a-payment.ts';

export interface TestRefund {
  readonly id: string;
  readonly brokerId: string;
  readonly paymentId: string;
}

const farFuture = new Date('2999-01-01T00:00:00Z');

/**
 * A partial refund of a payment. It reached its status by allowed transitions, each with its event, and is unknown to
 * the provider.
 */
export async function aRefund(
  db: Db,
  status: RefundStatus,
  options: { readonly brokerId?: string; readonly amount?: string } = {},
): Promise<TestRefund> {
  const { amount = '10.00', ...paymentOptions } = options;
  const { id: paymentId, brokerId } = await aPayment(db, 'CONFIRMED', paymentOptions);
  const refund = { id: randomUUID(), brokerId, paymentId };
  const insertEvent = (fromStatus: RefundStatus | null, toStatus: RefundStatus) => {
    const data = {
      brokerId,
      type: refundStatusEvents[toStatus],
      resourceType: 'refund',
      resourceId: refund.id,
      fromStatus,
      toStatus,
    };
    return db.prisma.event.create({ data });
  };
  await db.prisma.refund.create({ data: { ...refund, status: 'PENDING', amount, dueAt: farFuture } });
  await insertEvent(null, 'PENDING');
  if (status !== 'PENDING') {
    await db.prisma.refund.update({ where: { id: refund.id }, data: { status, dueAt: null, endedAt: new Date() } });
    await insertEvent('PENDING', status);
  }
  return refund;
}

import { RefusedCall } from '@linework/simulator/refused-call';
import { unknown } from '../answer-call.ts';
import { later } from '../later.ts';
import type { Simulator } from '../simulator.ts';
import { changeCharge } from './change-charge.ts';
import type { Refund } from './refund.ts';
import { isRefundedInFull } from './refund-answer.ts';

const ends = { complete: 'COMPLETED', fail: 'FAILED' } as const;
export type RefundOrder = keyof typeof ends;

/** Ends a refund that is PENDING and tells Linework that something has changed. */
export function settleRefund(simulator: Simulator, id: string, order: RefundOrder): Refund {
  const { books, notices } = simulator;
  const found = books.find('refund', id);
  if (!found) throw unknown();
  if (found.status !== 'PENDING') throw new RefusedCall(409, 'not-now', `This refund is ${found.status}.`);
  const { settlesAt: _, ...kept } = found;
  const record: Refund = { ...kept, status: ends[order], ...(order === 'fail' && { reason: 'ACCOUNT_CLOSED' }) };
  books.record({ operation: `${order}-refund`, record });
  notices.ring('/payments/notifications', { refundId: id });
  closeCharge(simulator, record);
  return record;
}

/** Completes a refund when its time has come, unless it has ended by then. */
export function settleRefundLater(simulator: Simulator, { id, settlesAt }: Refund): void {
  later(simulator, settlesAt, () => {
    if (simulator.books.find('refund', id)?.status === 'PENDING') settleRefund(simulator, id, 'complete');
  });
}

/** A charge of which everything was given back is REFUNDED. */
export function closeCharge(simulator: Simulator, { paymentId, status }: Refund): void {
  if (paymentId === undefined || status !== 'COMPLETED' || !isRefundedInFull(simulator.books, paymentId)) return;
  if (simulator.books.find('charge', paymentId)?.status === 'CONFIRMED') changeCharge(simulator, paymentId, 'refund');
}

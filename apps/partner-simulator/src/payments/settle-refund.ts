import { RejectedCall } from '@linework/simulator/rejected-call';
import type { Simulator } from '../open-simulator.ts';
import { unknownRecord } from '../respond-to-call.ts';
import { runLater } from '../run-later.ts';
import { changeCharge } from './change-charge.ts';
import { isRefundedInFull } from './create-refund.ts';
import type { Refund } from './refund.ts';

const finalStatuses = { complete: 'COMPLETED', fail: 'FAILED' } as const;
export type RefundCommand = keyof typeof finalStatuses;

/** Ends a refund that is PENDING and notifies Linework that something has changed. */
export function settleRefund(simulator: Simulator, id: string, command: RefundCommand): Refund {
  const { store, webhooks } = simulator;
  const found = store.find('refund', id);
  if (!found) throw unknownRecord();
  if (found.status !== 'PENDING') throw new RejectedCall(409, 'not-now', `This refund is ${found.status}.`);
  const { settlesAt: _, ...kept } = found;
  const record: Refund = {
    ...kept,
    status: finalStatuses[command],
    ...(command === 'fail' && { reason: 'ACCOUNT_CLOSED' }),
  };
  store.record({ operation: `${command}-refund`, record });
  webhooks.notify('/payments/notifications', { refundId: id });
  closeCharge(simulator, record);
  return record;
}

/** Completes a refund after its delay, unless it has ended by then. */
export function settleRefundLater(simulator: Simulator, { id, settlesAt }: Refund): void {
  runLater(simulator, settlesAt, () => {
    if (simulator.store.find('refund', id)?.status === 'PENDING') settleRefund(simulator, id, 'complete');
  });
}

/** A fully refunded charge is REFUNDED. */
export function closeCharge(simulator: Simulator, { paymentId, status }: Refund): void {
  if (paymentId === undefined || status !== 'COMPLETED' || !isRefundedInFull(simulator.store, paymentId)) return;
  if (simulator.store.find('charge', paymentId)?.status === 'CONFIRMED') changeCharge(simulator, paymentId, 'refund');
}

import { sumCents, toCents } from '@linework/billing/money';
import { RejectedCall } from '@linework/simulator/rejected-call';
import type { Simulator } from '../open-simulator.ts';
import { unknownRecord } from '../respond-to-call.ts';
import { runLater } from '../run-later.ts';
import type { ScriptedReplies } from '../scripted-replies.ts';
import type { StateStore } from '../state-store.ts';
import { changeCharge } from './change-charge.ts';
import type { Refund } from './refund.ts';

interface RefundInput {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: string;
}

const outcomesByReply: Readonly<Record<string, 'complete' | 'fail' | 'later' | 'wait'>> = {
  CONFIRMED: 'complete',
  FAILED: 'fail',
  LATER: 'later',
  PENDING: 'wait',
};
const outcomesByAmount: typeof outcomesByReply = { '66.66': 'fail', '77.77': 'later', '88.88': 'wait' };

/**
 * The provider's result for a refund: the scripted reply if there is one, otherwise by the amount. A pending refund is
 * completed at `settlesAt`.
 */
export function createRefund(
  { id, paymentId, amount }: RefundInput,
  scripted: ReturnType<ScriptedReplies['consume']>,
  settlesAt: string,
): Refund {
  const refund = { kind: 'refund', id, paymentId, amount, currency: 'BRL' } as const;
  switch (outcomesByReply[scripted?.answer ?? ''] ?? outcomesByAmount[amount]) {
    case 'fail':
      return { ...refund, status: 'FAILED', reason: scripted?.reason ?? 'ACCOUNT_CLOSED' };
    case 'later':
      return { ...refund, status: 'PENDING', settlesAt };
    case 'wait':
      return { ...refund, status: 'PENDING' };
    default:
      return { ...refund, status: 'COMPLETED' };
  }
}

/** Rejects a refund of a payment that is not settled, and of more than was paid. */
export function assertRefundable(store: StateStore, { id, paymentId, amount }: RefundInput): void {
  if (store.find('refund', id))
    throw new RejectedCall(409, 'refund-exists', 'This refund already exists, or was cancelled.');
  const charge = store.find('charge', paymentId);
  if (!charge) throw new RejectedCall(422, 'payment-unknown', 'The payment does not exist.');
  if (charge.status !== 'CONFIRMED')
    throw new RejectedCall(409, 'payment-not-settled', `This payment is ${charge.status}.`);
  if (sumRefundedCents(store, paymentId) + toCents(amount) > toCents(charge.amount ?? '0.00'))
    throw new RejectedCall(422, 'refund-exceeds-payment', 'The refund exceeds the remaining amount of the payment.');
}

/** Whether a payment is fully refunded. */
function isRefundedInFull(store: StateStore, paymentId: string): boolean {
  const completed = listRefunds(store, paymentId).filter(({ status }) => status === 'COMPLETED');
  return sumRefunds(completed) === toCents(store.find('charge', paymentId)?.amount ?? '0.00');
}

const sumRefundedCents = (store: StateStore, paymentId: string): bigint =>
  sumRefunds(listRefunds(store, paymentId).filter(({ status }) => status === 'COMPLETED' || status === 'PENDING'));
const listRefunds = (store: StateStore, paymentId: string) =>
  store.all('refund').filter((one) => one.paymentId === paymentId);
const sumRefunds = (refunds: readonly Refund[]): bigint =>
  sumCents(refunds.map(({ amount = '0.00' }) => toCents(amount)));

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

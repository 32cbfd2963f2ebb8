import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { callOrFind } from '@linework/partners/durable-call/call-or-find';
import { makeDueCalls } from '@linework/partners/durable-call/make-due-calls';
import { postponeCall } from '@linework/partners/durable-call/schedule-calls';
import type { PaymentProvider, RefundResponse } from '@linework/partners/payment-provider';
import type { PaymentDeps } from '../methods/reconcile-payment-methods.ts';
import { acquireDueRefunds, type DueRefund, refundCall } from './due-refunds.ts';
import { recordRefund } from './record-refund.ts';

/**
 * Requests new refunds from the provider and polls those that it has not settled. The provider is called outside
 * transactions, with the refund's id as idempotency key. Returns the number of refunds handled.
 */
export function reconcileRefunds(deps: PaymentDeps): Promise<number> {
  return makeDueCalls(deps, {
    call: refundCall,
    acquire: acquireDueRefunds,
    make: (refund, signal) => reconcileRefund(deps, refund, signal),
  });
}

async function reconcileRefund(
  { db, paymentProvider }: PaymentDeps,
  refund: DueRefund,
  signal: AbortSignal,
): Promise<void> {
  const { status, reason } = await requestOrFindRefund(paymentProvider, refund, signal);
  reachCrashPoint('before-commit');
  if (status === 'PENDING') await postponeCall(db, refundCall, refund);
  else await recordRefund(db, refund, { status: status === 'COMPLETED' ? 'COMPLETED' : 'FAILED', reason });
}

/**
 * Returns the provider's state of a refund. An unknown refund is requested, with its id as idempotency key. After an
 * unanswered call the next attempt first asks the provider, and requests only a refund that it does not know. Throws a
 * `TransientError` if the provider does not respond.
 */
async function requestOrFindRefund(
  provider: PaymentProvider,
  refund: DueRefund,
  signal: AbortSignal,
): Promise<RefundResponse> {
  const { id, paymentId, amount, attempt } = refund;
  const find = () => provider.findRefund(id, signal);
  const found = attempt > 1 ? await find() : undefined;
  if (found) return found;
  const request = () => provider.refund({ key: id, signal }, { refundId: id, paymentId, amount, currency: 'BRL' });
  return callOrFind(request, find, ({ code }) => cancelAndFail(provider, id, code, signal));
}

/** An earlier call may still arrive. So the refund becomes FAILED only once the provider no longer accepts it. */
async function cancelAndFail(
  provider: PaymentProvider,
  id: string,
  reason: string,
  signal: AbortSignal,
): Promise<RefundResponse> {
  const response = await callOrFind(
    () => provider.cancelRefund({ key: `${id}:cancel`, signal }, id),
    () => provider.findRefund(id, signal),
    (refusal) => Promise.reject(refusal),
  );
  return response.status === 'CANCELED' ? { status: 'FAILED', reason } : response;
}

import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { makeDueCalls } from '@linework/partners/durable-call/make-due-calls';
import { postponeCall } from '@linework/partners/durable-call/schedule-calls';
import type { PaymentDeps } from '../methods/reconcile-payment-methods.ts';
import { acquireDueRefunds, type DueRefund, refundCall } from './due-refunds.ts';
import { recordRefund } from './record-refund.ts';
import { requestOrFindRefund } from './request-or-find-refund.ts';

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

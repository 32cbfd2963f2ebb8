import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { pollDue } from '@linework/partners/poll-due';
import type { PaymentDeps } from '../methods/reconcile-payment-methods.ts';
import { acquireDueRefunds, type DueRefund, postponeRefund } from './due-refunds.ts';
import { recordRefund } from './record-refund.ts';
import { requestOrFindRefund } from './request-or-find-refund.ts';

/**
 * Requests new refunds from the provider and polls those that it has not settled. The provider is called outside transactions, with the
 * refund's id as idempotency key. Returns the number of refunds handled.
 */
export function reconcileRefunds(deps: PaymentDeps): Promise<number> {
  const { db, log } = deps;
  return pollDue({
    acquire: (limit) => acquireDueRefunds(db, limit),
    poll: (refund, signal) => reconcileRefund(deps, refund, signal),
    postpone: (refund) => postponeRefund(db, refund),
    log,
    kind: 'refund',
    db,
    responseLimitMs: deps.responseLimitMs,
  });
}

async function reconcileRefund({ db, paymentProvider }: PaymentDeps, refund: DueRefund, signal: AbortSignal): Promise<void> {
  const { status, reason } = await requestOrFindRefund(paymentProvider, refund, signal);
  reachCrashPoint('before-commit');
  if (status === 'PENDING') return postponeRefund(db, refund);
  await recordRefund(db, refund, { status: status === 'COMPLETED' ? 'COMPLETED' : 'FAILED', reason });
}

import { paymentLifecycle } from '@linework/schemas/payments/payment.lifecycle';
import { reachCrashPoint } from '../orders/crash-points.ts';
import type { PaymentResponse } from '../partners/payment-provider.ts';
import { pollDue } from '../partners/poll-due.ts';
import type { PaymentDeps } from '../payment-methods/reconcile-payment-methods.ts';
import { chargeOrFindPayment } from './charge-or-find-payment.ts';
import { acquireDuePayments, type DuePayment, postponePayment, stopPollingPayment } from './due-payments.ts';
import { findNextStatus } from './find-next-status.ts';
import { recordPayment } from './record-payment.ts';

/**
 * Charges new payments, asks about those that are not settled, and about settled ones that somebody rang for. Calls are made
 * outside transactions, under the payment's id. Answers how many it looked at.
 */
export function reconcilePayments(deps: PaymentDeps): Promise<number> {
  const { db, log } = deps;
  return pollDue({
    acquire: (limit) => acquireDuePayments(db, limit),
    poll: (payment, signal) => reconcilePayment(deps, payment, signal),
    postpone: (payment) => postponePayment(db, payment),
    log,
    kind: 'payment',
    db,
    responseLimitMs: deps.responseLimitMs,
  });
}

async function reconcilePayment(deps: PaymentDeps, payment: DuePayment, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const answer = await chargeOrFindPayment(deps, payment, signal);
  reachCrashPoint('before-commit');
  const status = findNextStatus(payment.status, answer.status);
  if (status === undefined) return payment.status === 'CONFIRMED' ? keepConfirmed(deps, payment, answer) : postponePayment(db, payment);
  const reason = status === answer.status ? answer.reason : undefined;
  const recorded = await recordPayment(db, payment, { status, reason, nextPollSeconds: secondsUntilNextPoll(status, answer.status) });
  if (recorded === 'invoice-not-payable') warnAboutPayment(deps, payment, { status }, 'a payment was settled of an invoice that is not to be paid');
}

/** It is not asked about again by itself; the provider rings when it is taken back. */
function keepConfirmed(deps: PaymentDeps, payment: DuePayment, reported: PaymentResponse): Promise<void> {
  if (reported.status !== 'CONFIRMED')
    warnAboutPayment(deps, payment, { reported: reported.status }, 'the payment provider takes back that it settled a payment');
  return stopPollingPayment(deps.db, payment);
}

/** Money and books may differ: a person has to look. */
function warnAboutPayment({ log }: PaymentDeps, { id, invoiceId }: DuePayment, fields: object, message: string): void {
  log.warn({ paymentId: id, invoiceId, ...fields }, message);
}

function secondsUntilNextPoll(status: DuePayment['status'], reported: DuePayment['status']): number | undefined {
  if (status !== reported) return 0;
  return status === 'CONFIRMED' || paymentLifecycle.isFinal(status) ? undefined : 1;
}

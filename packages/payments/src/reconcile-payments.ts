import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { makeDueCalls } from '@linework/partners/durable-call/make-due-calls';
import { postponeCall, stopCalls } from '@linework/partners/durable-call/schedule-calls';
import type { PaymentResponse } from '@linework/partners/payment-provider';
import { type PaymentStatus, paymentLifecycle } from '@linework/schemas/lifecycles/payment.lifecycle';
import { chargeOrFindPayment } from './charge-or-find-payment.ts';
import { acquireDuePayments, type DuePayment, paymentCall } from './due-payments.ts';
import type { PaymentDeps } from './methods/reconcile-payment-methods.ts';
import { recordPayment } from './record-payment.ts';

/**
 * Charges new payments, and polls payments that are not settled or that were made due again. The provider is called
 * outside transactions, with the payment's id as idempotency key. Returns the number of payments handled.
 */
export function reconcilePayments(deps: PaymentDeps): Promise<number> {
  return makeDueCalls(deps, {
    call: paymentCall,
    acquire: acquireDuePayments,
    make: (payment, signal) => reconcilePayment(deps, payment, signal),
  });
}

async function reconcilePayment(deps: PaymentDeps, payment: DuePayment, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const response = await chargeOrFindPayment(deps, payment, signal);
  reachCrashPoint('before-commit');
  const status = findNextStatus(payment.status, response.status);
  if (status === undefined) {
    await (payment.status === 'CONFIRMED'
      ? keepConfirmed(deps, payment, response)
      : postponeCall(db, paymentCall, payment));
    return;
  }
  const reason = status === response.status ? response.reason : undefined;
  const recorded = await recordPayment(db, payment, {
    status,
    reason,
    nextPollSeconds: secondsUntilNextPoll(status, response.status),
  });
  if (recorded === 'invoice-not-payable')
    warnAboutPayment(
      deps,
      payment,
      { status },
      'the payment was settled but its invoice cannot be paid; an operator must check it',
    );
}

/** A CONFIRMED payment is not polled regularly. The provider sends a notification if it is reversed. */
function keepConfirmed(deps: PaymentDeps, payment: DuePayment, reported: PaymentResponse): Promise<boolean> {
  if (reported.status !== 'CONFIRMED')
    warnAboutPayment(
      deps,
      payment,
      { reported: reported.status },
      'the payment provider no longer reports the payment as settled; an operator must check it',
    );
  return stopCalls(deps.db, paymentCall, payment);
}

/** The payment provider and Linework may disagree about money, so a person must check. */
function warnAboutPayment({ log }: PaymentDeps, { id, invoiceId }: DuePayment, fields: object, message: string): void {
  log.warn({ paymentId: id, invoiceId, ...fields }, message);
}

function secondsUntilNextPoll(status: DuePayment['status'], reported: DuePayment['status']): number | undefined {
  if (status !== reported) return 0;
  return status === 'CONFIRMED' || paymentLifecycle.isFinal(status) ? undefined : 1;
}

/**
 * The next status of a payment for the status that the provider reports; undefined if nothing changes. A payment that
 * was settled and reversed before the first poll passes through CONFIRMED, because its invoice was paid meanwhile.
 */
function findNextStatus(from: PaymentStatus, reported: PaymentStatus): PaymentStatus | undefined {
  if (paymentLifecycle.canMove(from, reported)) return reported;
  return paymentLifecycle.canMove(from, 'CONFIRMED') && paymentLifecycle.canMove('CONFIRMED', reported)
    ? 'CONFIRMED'
    : undefined;
}

import { paymentLifecycle } from '@linework/schemas/payments/payment.lifecycle';
import { crashPoint } from '../orders/crash-points.ts';
import { askEachDue } from '../partners/ask-each-due.ts';
import type { PaymentAnswer } from '../partners/payment-provider.ts';
import type { PaymentDeps } from '../payment-methods/ask-about-methods.ts';
import { answerFor } from './answer-for.ts';
import { type DuePayment, putOffPayment, settlePayment, takeDuePayments } from './due-payments.ts';
import { nextStatus } from './next-status.ts';
import { recordPayment } from './record-payment.ts';

/**
 * Charges new payments, asks about those that are not settled, and about settled ones that somebody rang for. Calls are made
 * outside transactions, under the payment's id. Answers how many it looked at.
 */
export function askAboutPayments(deps: PaymentDeps): Promise<number> {
  const { db, log } = deps;
  return askEachDue({
    take: (most) => takeDuePayments(db, most),
    ask: (payment, signal) => askAbout(deps, payment, signal),
    putOff: (payment) => putOffPayment(db, payment),
    log,
    what: 'payment',
    db,
    answerLimitMs: deps.answerLimitMs,
  });
}

async function askAbout(deps: PaymentDeps, payment: DuePayment, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const answer = await answerFor(deps, payment, signal);
  crashPoint('before-record');
  const status = nextStatus(payment.status, answer.status);
  if (status === undefined) return payment.status === 'CONFIRMED' ? leaveSettled(deps, payment, answer) : putOffPayment(db, payment);
  const reason = status === answer.status ? answer.reason : undefined;
  const recorded = await recordPayment(db, payment, { status, reason, againAfterSeconds: secondsUntilAskedAgain(status, answer.status) });
  if (recorded === 'invoice-not-to-be-paid') warnOf(deps, payment, { status }, 'a payment was settled of an invoice that is not to be paid');
}

/** It is not asked about again by itself; the provider rings when it is taken back. */
function leaveSettled(deps: PaymentDeps, payment: DuePayment, told: PaymentAnswer): Promise<void> {
  if (told.status !== 'CONFIRMED') warnOf(deps, payment, { told: told.status }, 'the payment provider takes back that it settled a payment');
  return settlePayment(deps.db, payment);
}

/** Money and books may differ: a person has to look. */
function warnOf({ log }: PaymentDeps, { id, invoiceId }: DuePayment, what: object, message: string): void {
  log.warn({ paymentId: id, invoiceId, ...what }, message);
}

function secondsUntilAskedAgain(status: DuePayment['status'], told: DuePayment['status']): number | undefined {
  if (status !== told) return 0;
  return status === 'CONFIRMED' || paymentLifecycle.isFinal(status) ? undefined : 1;
}

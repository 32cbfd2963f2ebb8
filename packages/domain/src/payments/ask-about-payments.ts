import { paymentLifecycle } from '@linework/schemas/payments/payment.lifecycle';
import { crashPoint } from '../orders/crash-points.ts';
import type { PaymentDeps } from '../payment-methods/ask-about-methods.ts';
import { askEachDue } from '../payment-methods/ask-each-due.ts';
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
  });
}

async function askAbout(deps: PaymentDeps, payment: DuePayment, signal: AbortSignal): Promise<void> {
  const { db, log } = deps;
  const answer = await answerFor(deps, payment, signal);
  crashPoint('before-record');
  const status = nextStatus(payment.status, answer.status);
  // A settled one is not asked about again by itself; the provider rings when it is taken back.
  if (status === undefined) return payment.status === 'CONFIRMED' ? settlePayment(db, payment) : putOffPayment(db, payment);
  const reason = status === answer.status ? answer.reason : undefined;
  const recorded = await recordPayment(db, payment, { status, reason, againAfterSeconds: secondsUntilAskedAgain(status, answer.status) });
  if (!recorded) log.warn({ paymentId: payment.id, invoiceId: payment.invoiceId, status }, 'a payment had moved on, or its invoice is not to be paid');
}

function secondsUntilAskedAgain(status: DuePayment['status'], told: DuePayment['status']): number | undefined {
  if (status !== told) return 0;
  return status === 'CONFIRMED' || paymentLifecycle.isFinal(status) ? undefined : 1;
}

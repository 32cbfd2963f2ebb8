import { RefusedCall } from '@linework/simulator/refused-call';
import type { Books } from '../books.ts';
import type { ToldAnswers } from '../told-answers.ts';
import type { Refund } from './refund.ts';

interface Asked {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: string;
}

const ways: Readonly<Record<string, 'complete' | 'fail' | 'later' | 'wait'>> = { CONFIRMED: 'complete', FAILED: 'fail', LATER: 'later', PENDING: 'wait' };
const waysByAmount: typeof ways = { '66.66': 'fail', '77.77': 'later', '88.88': 'wait' };

/** What the provider makes of a refund: by what it was told, else by the amount. What is settled later is completed at `settlesAt`. */
export function answerToRefund({ id, paymentId, amount }: Asked, told: ReturnType<ToldAnswers['take']>, settlesAt: string): Refund {
  const refund = { kind: 'refund', id, paymentId, amount, currency: 'BRL' } as const;
  switch (ways[told?.answer ?? ''] ?? waysByAmount[amount]) {
    case 'fail':
      return { ...refund, status: 'FAILED', reason: told?.reason ?? 'ACCOUNT_CLOSED' };
    case 'later':
      return { ...refund, status: 'PENDING', settlesAt };
    case 'wait':
      return { ...refund, status: 'PENDING' };
    default:
      return { ...refund, status: 'COMPLETED' };
  }
}

/** Refuses what the provider has not been paid, and more than it was paid. */
export function checkRefund(books: Books, { id, paymentId, amount }: Asked): void {
  if (books.find('refund', id)) throw new RefusedCall(409, 'refund-exists', 'This refund is known already, or was called off.');
  const charge = books.find('charge', paymentId);
  if (!charge) throw new RefusedCall(422, 'payment-unknown', 'There is no such payment.');
  if (charge.status !== 'CONFIRMED') throw new RefusedCall(409, 'payment-not-settled', `This payment is ${charge.status}.`);
  if (refundedCents(books, paymentId) + cents(amount) > cents(charge.amount)) throw new RefusedCall(422, 'refund-exceeds-payment', 'So much was not paid.');
}

/** Whether nothing of a payment is left with the provider. */
export function isRefundedInFull(books: Books, paymentId: string): boolean {
  const given = refundsOf(books, paymentId).filter(({ status }) => status === 'COMPLETED');
  return sum(given) === cents(books.find('charge', paymentId)?.amount);
}

const refundedCents = (books: Books, paymentId: string): number =>
  sum(refundsOf(books, paymentId).filter(({ status }) => status === 'COMPLETED' || status === 'PENDING'));
const refundsOf = (books: Books, paymentId: string) => books.all('refund').filter((one) => one.paymentId === paymentId);
const sum = (refunds: readonly Refund[]): number => refunds.reduce((total, { amount }) => total + cents(amount), 0);
const cents = (amount = '0.00'): number => Math.round(Number(amount) * 100);

import type { Db } from '@linework/db/db';
import { Refusal } from '../faults.ts';
import type { PaymentAnswer, PaymentProvider } from '../partners/payment-provider.ts';
import { tokenToCharge } from '../payment-methods/method-to-charge.ts';
import type { DuePayment } from './due-payments.ts';

export interface AskingProvider {
  readonly db: Pick<Db, 'query'>;
  readonly paymentProvider: PaymentProvider;
}

const notActive = 'payment-method-not-active';

/**
 * What the provider says of a payment. One that it was not told of yet is charged, under the payment's id: whatever dies
 * before the answer is kept, the next asks first and charges only what the provider does not know. Raises a `PassingFault`
 * where there is no answer.
 */
export async function answerFor(asking: AskingProvider, payment: DuePayment, signal: AbortSignal): Promise<PaymentAnswer> {
  const { id, status, attempt, cancelAsked } = payment;
  const provider = asking.paymentProvider;
  if (cancelAsked && status !== 'CONFIRMED') return callOff(provider, id, signal);
  const isNew = status === 'PENDING' && attempt === 1;
  const known = isNew ? undefined : await provider.findPayment(id, signal);
  if (known) return known;
  if (status !== 'PENDING') throw new Error(`the provider does not know a payment that is ${status}`);
  const token = await tokenToCharge(asking.db, payment.paymentMethodId);
  return token === undefined ? giveUp(provider, id, notActive, signal) : charge(provider, payment, token, signal);
}

function charge(provider: PaymentProvider, { id, amount }: DuePayment, token: string, signal: AbortSignal): Promise<PaymentAnswer> {
  return provider.charge({ key: id, signal }, { paymentId: id, token, amount, currency: 'BRL' }).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return (await provider.findPayment(id, signal)) ?? giveUp(provider, id, error.code, signal);
  });
}

/** Somebody who was overtaken may still be charging it: it has FAILED only when the provider will not take the money any more. */
async function giveUp(provider: PaymentProvider, id: string, reason: string, signal: AbortSignal): Promise<PaymentAnswer> {
  const answer = await callOff(provider, id, signal);
  return answer.status === 'CANCELED' ? { status: 'FAILED', reason } : answer;
}

/** A provider that refuses has settled it by then, or never knew it. */
function callOff(provider: PaymentProvider, id: string, signal: AbortSignal): Promise<PaymentAnswer> {
  return provider.cancelPayment({ key: `${id}:cancel`, signal }, id).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return (await provider.findPayment(id, signal)) ?? { status: 'CANCELED' };
  });
}

import type { Db } from '@linework/db/db';
import type { PaymentProvider, PaymentResponse } from '../partners/payment-provider.ts';
import { findTokenToCharge } from '../payment-methods/find-method-to-charge.ts';
import { PermanentError } from '../system-errors.ts';
import type { DuePayment } from './due-payments.ts';

export interface ProviderDeps {
  readonly db: Pick<Db, 'query'>;
  readonly paymentProvider: PaymentProvider;
}

const notActive = 'payment-method-not-active';

/**
 * What the provider says of a payment. One that it was not told of yet is charged, under the payment's id: whatever dies
 * before the answer is kept, the next asks first and charges only what the provider does not know. Raises a `PassingFault`
 * where there is no answer.
 */
export async function chargeOrFindPayment(deps: ProviderDeps, payment: DuePayment, signal: AbortSignal): Promise<PaymentResponse> {
  const { id, status, attempt, cancelRequested } = payment;
  const provider = deps.paymentProvider;
  if (cancelRequested && status !== 'CONFIRMED') return cancelAtProvider(provider, id, signal);
  const isNew = status === 'PENDING' && attempt === 1;
  const found = isNew ? undefined : await provider.findPayment(id, signal);
  if (found) return found;
  if (status !== 'PENDING') throw new Error(`the provider does not know a payment that is ${status}`);
  const token = await findTokenToCharge(deps.db, payment.paymentMethodId);
  return token === undefined ? cancelAndFail(provider, id, notActive, signal) : charge(provider, payment, token, signal);
}

function charge(provider: PaymentProvider, { id, amount }: DuePayment, token: string, signal: AbortSignal): Promise<PaymentResponse> {
  return provider.charge({ key: id, signal }, { paymentId: id, token, amount, currency: 'BRL' }).catch(async (error: unknown) => {
    if (!(error instanceof PermanentError)) throw error;
    return (await provider.findPayment(id, signal)) ?? cancelAndFail(provider, id, error.code, signal);
  });
}

/** Somebody who was overtaken may still be charging it: it has FAILED only when the provider will not take the money any more. */
async function cancelAndFail(provider: PaymentProvider, id: string, reason: string, signal: AbortSignal): Promise<PaymentResponse> {
  const answer = await cancelAtProvider(provider, id, signal);
  return answer.status === 'CANCELED' ? { status: 'FAILED', reason } : answer;
}

/** A provider that refuses has settled it by then, or never knew it. */
function cancelAtProvider(provider: PaymentProvider, id: string, signal: AbortSignal): Promise<PaymentResponse> {
  return provider.cancelPayment({ key: `${id}:cancel`, signal }, id).catch(async (error: unknown) => {
    if (!(error instanceof PermanentError)) throw error;
    return (await provider.findPayment(id, signal)) ?? { status: 'CANCELED' };
  });
}

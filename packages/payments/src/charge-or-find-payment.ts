import type { Db } from '@linework/db/db';
import { callOrFind } from '@linework/partners/durable-call/call-or-find';
import type { PaymentProvider, PaymentResponse } from '@linework/partners/payment-provider';
import type { DuePayment } from './due-payments.ts';
import { findTokenToCharge } from './methods/find-method-to-charge.ts';

export interface ProviderDeps {
  readonly db: Pick<Db, 'query'>;
  readonly paymentProvider: PaymentProvider;
}

const notActive = 'payment-method-not-active';

/**
 * Returns the provider's state of a payment. An unknown payment is charged, with the payment's id as idempotency key.
 * After a crash the next attempt first asks the provider, and charges only a payment that it does not know. Throws a
 * `TransientError` if the provider does not respond.
 */
export async function chargeOrFindPayment(
  deps: ProviderDeps,
  payment: DuePayment,
  signal: AbortSignal,
): Promise<PaymentResponse> {
  const { id, status, attempt, cancelRequested } = payment;
  const provider = deps.paymentProvider;
  if (cancelRequested && status !== 'CONFIRMED') return cancelAtProvider(provider, id, signal);
  const isNew = status === 'PENDING' && attempt === 1;
  const found = isNew ? undefined : await provider.findPayment(id, signal);
  if (found) return found;
  if (status !== 'PENDING') throw new Error(`the payment provider does not know payment ${id}, which is ${status}`);
  const token = await findTokenToCharge(deps.db, payment.paymentMethodId);
  return token === undefined
    ? cancelAndFail(provider, id, notActive, signal)
    : charge(provider, payment, token, signal);
}

function charge(
  provider: PaymentProvider,
  { id, amount }: DuePayment,
  token: string,
  signal: AbortSignal,
): Promise<PaymentResponse> {
  return callOrFind(
    () => provider.charge({ key: id, signal }, { paymentId: id, token, amount, currency: 'BRL' }),
    () => provider.findPayment(id, signal),
    ({ code }) => cancelAndFail(provider, id, code, signal),
  );
}

/**
 * A worker that lost its lease may still be charging the payment. So it becomes FAILED only once the provider no longer
 * accepts the charge.
 */
async function cancelAndFail(
  provider: PaymentProvider,
  id: string,
  reason: string,
  signal: AbortSignal,
): Promise<PaymentResponse> {
  const response = await cancelAtProvider(provider, id, signal);
  return response.status === 'CANCELED' ? { status: 'FAILED', reason } : response;
}

/** A provider that rejects the cancellation has settled the payment or never knew it. */
function cancelAtProvider(provider: PaymentProvider, id: string, signal: AbortSignal): Promise<PaymentResponse> {
  return callOrFind(
    () => provider.cancelPayment({ key: `${id}:cancel`, signal }, id),
    () => provider.findPayment(id, signal),
    () => ({ status: 'CANCELED' }),
  );
}

import { callOrFind } from '@linework/partners/durable-call/call-or-find';
import type { PaymentProvider, RefundResponse } from '@linework/partners/payment-provider';
import type { DueRefund } from './due-refunds.ts';

/**
 * Returns the provider's state of a refund. An unknown refund is requested, with its id as idempotency key. After an
 * unanswered call the next attempt first asks the provider, and requests only a refund that it does not know. Throws a
 * `TransientError` if the provider does not respond.
 */
export async function requestOrFindRefund(
  provider: PaymentProvider,
  refund: DueRefund,
  signal: AbortSignal,
): Promise<RefundResponse> {
  const { id, paymentId, amount, attempt } = refund;
  const find = () => provider.findRefund(id, signal);
  const found = attempt > 1 ? await find() : undefined;
  if (found) return found;
  const request = () => provider.refund({ key: id, signal }, { refundId: id, paymentId, amount, currency: 'BRL' });
  return callOrFind(request, find, ({ code }) => cancelAndFail(provider, id, code, signal));
}

/** An earlier call may still arrive. So the refund becomes FAILED only once the provider no longer accepts it. */
async function cancelAndFail(
  provider: PaymentProvider,
  id: string,
  reason: string,
  signal: AbortSignal,
): Promise<RefundResponse> {
  const response = await callOrFind(
    () => provider.cancelRefund({ key: `${id}:cancel`, signal }, id),
    () => provider.findRefund(id, signal),
    (refusal) => Promise.reject(refusal),
  );
  return response.status === 'CANCELED' ? { status: 'FAILED', reason } : response;
}

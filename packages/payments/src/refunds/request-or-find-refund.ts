import { PermanentError } from '@linework/engine/model/system-errors';
import type { PaymentProvider, RefundResponse } from '@linework/partners/payment-provider';
import type { DueRefund } from './due-refunds.ts';

/**
 * Returns the provider's state of a refund. An unknown refund is requested, with its id as idempotency key. After an unanswered call the
 * next attempt first asks the provider, and requests only a refund that it does not know. Throws a `TransientError` if the provider does
 * not respond.
 */
export async function requestOrFindRefund(provider: PaymentProvider, refund: DueRefund, signal: AbortSignal): Promise<RefundResponse> {
  const { id, paymentId, amount, attempt } = refund;
  const found = attempt > 1 ? await provider.findRefund(id, signal) : undefined;
  if (found) return found;
  return provider.refund({ key: id, signal }, { refundId: id, paymentId, amount, currency: 'BRL' }).catch(async (error: unknown) => {
    if (!(error instanceof PermanentError)) throw error;
    return (await provider.findRefund(id, signal)) ?? cancelAndFail(provider, id, error.code, signal);
  });
}

/** An earlier call may still arrive. So the refund becomes FAILED only once the provider no longer accepts it. */
async function cancelAndFail(provider: PaymentProvider, id: string, reason: string, signal: AbortSignal): Promise<RefundResponse> {
  const response = await provider.cancelRefund({ key: `${id}:cancel`, signal }, id).catch(async (error: unknown) => {
    if (!(error instanceof PermanentError)) throw error;
    const found = await provider.findRefund(id, signal);
    if (!found) throw error;
    return found;
  });
  return response.status === 'CANCELED' ? { status: 'FAILED', reason } : response;
}

import type { PaymentProvider, RefundResponse } from '../partners/payment-provider.ts';
import { PermanentError } from '../system-errors.ts';
import type { DueRefund } from './due-refunds.ts';

/**
 * What the provider says of a refund. One that it was not told of yet is asked for under the refund's id. Whoever follows a call without
 * an answer looks it up first, and asks only for what the provider does not know. Raises a `PassingFault` where there is no answer.
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

/** An earlier call may still be on its way: the refund has FAILED only when the provider will not act on it any more. */
async function cancelAndFail(provider: PaymentProvider, id: string, reason: string, signal: AbortSignal): Promise<RefundResponse> {
  const answer = await provider.cancelRefund({ key: `${id}:cancel`, signal }, id).catch(async (error: unknown) => {
    if (!(error instanceof PermanentError)) throw error;
    const found = await provider.findRefund(id, signal);
    if (!found) throw error;
    return found;
  });
  return answer.status === 'CANCELED' ? { status: 'FAILED', reason } : answer;
}

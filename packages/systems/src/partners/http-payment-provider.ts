import type { PaymentProvider } from '@linework/domain/partners/payment-provider';
import { z } from 'zod';
import { type PartnerAddress, partnerAsker } from './ask-partner.ts';
import { partnerWords } from './partner-words.ts';

const methodAnswerWith = (reason: z.ZodType<string>) =>
  z.object({
    status: z.enum(['PENDING', 'ACTIVE', 'REFUSED']),
    brand: z.string().exactOptional(),
    lastFour: z
      .string()
      .regex(/^\d{4}$/)
      .exactOptional(),
    expiresOn: z.iso.date().exactOptional(),
    reason: reason.exactOptional(),
  });
const paymentAnswerWith = (reason: z.ZodType<string>) =>
  z.object({
    status: z.enum(['PENDING', 'AUTHORIZED', 'CONFIRMED', 'FAILED', 'CANCELED', 'REFUNDED', 'CHARGED_BACK']),
    reason: reason.exactOptional(),
  });
const refundAnswerWith = (reason: z.ZodType<string>) =>
  z.object({ status: z.enum(['PENDING', 'COMPLETED', 'FAILED', 'CANCELED']), reason: reason.exactOptional() });
const removed = z.object({ removed: z.literal(true) });

/** The payment provider behind HTTP. Each call waits at most `timeoutMs` for its answer. */
export function httpPaymentProvider(address: PartnerAddress): PaymentProvider {
  const name = 'the payment provider';
  const words = partnerWords(name, address.log);
  const { change, look } = partnerAsker({ ...address, code: 'payment-provider', name, refusal: words.refusal });
  const reason = z.string().transform(words.reason);
  const [methodAnswer, paymentAnswer, refundAnswer] = [methodAnswerWith(reason), paymentAnswerWith(reason), refundAnswerWith(reason)];
  const refundAt = (refundId: string) => `/refunds/${encodeURIComponent(refundId)}`;
  return {
    registerMethod: (call, method) => change(call, { method: 'POST', path: '/methods', body: method, answer: methodAnswer }),
    findMethod: (methodId, signal) => look(`/methods/${encodeURIComponent(methodId)}`, methodAnswer, signal),
    removeMethod: async (call, methodId) => {
      await change(call, { method: 'DELETE', path: `/methods/${encodeURIComponent(methodId)}`, answer: removed });
    },
    charge: (call, charge) => change(call, { method: 'POST', path: '/charges', body: charge, answer: paymentAnswer }),
    findPayment: (paymentId, signal) => look(`/charges/${encodeURIComponent(paymentId)}`, paymentAnswer, signal),
    cancelPayment: (call, paymentId) => change(call, { method: 'POST', path: `/charges/${encodeURIComponent(paymentId)}/cancel`, answer: paymentAnswer }),
    refund: (call, refund) => change(call, { method: 'POST', path: '/refunds', body: refund, answer: refundAnswer }),
    findRefund: (refundId, signal) => look(refundAt(refundId), refundAnswer, signal),
    cancelRefund: (call, refundId) => change(call, { method: 'POST', path: `${refundAt(refundId)}/cancel`, answer: refundAnswer }),
  };
}

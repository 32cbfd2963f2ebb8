import type { PaymentProvider } from '@linework/domain/partners/payment-provider';
import { z } from 'zod';
import { type PartnerAddress, partnerAsker } from './ask-partner.ts';

const methodAnswer = z.object({
  status: z.enum(['PENDING', 'ACTIVE', 'REFUSED']),
  brand: z.string().exactOptional(),
  lastFour: z
    .string()
    .regex(/^\d{4}$/)
    .exactOptional(),
  expiresOn: z.iso.date().exactOptional(),
  reason: z.string().exactOptional(),
});
const paymentAnswer = z.object({
  status: z.enum(['PENDING', 'AUTHORIZED', 'CONFIRMED', 'FAILED', 'CANCELED', 'REFUNDED', 'CHARGED_BACK']),
  reason: z.string().exactOptional(),
});
const removed = z.object({ removed: z.literal(true) });

/** The payment provider behind HTTP. Each call waits at most `timeoutMs` for its answer. */
export function httpPaymentProvider(address: PartnerAddress): PaymentProvider {
  const { change, look } = partnerAsker({ ...address, code: 'payment-provider', name: 'the payment provider' });
  return {
    registerMethod: (call, method) => change(call, { method: 'POST', path: '/methods', body: method, answer: methodAnswer }),
    findMethod: (methodId, signal) => look(`/methods/${encodeURIComponent(methodId)}`, methodAnswer, signal),
    removeMethod: async (call, methodId) => {
      await change(call, { method: 'DELETE', path: `/methods/${encodeURIComponent(methodId)}`, answer: removed });
    },
    charge: (call, charge) => change(call, { method: 'POST', path: '/charges', body: charge, answer: paymentAnswer }),
    findPayment: (paymentId, signal) => look(`/charges/${encodeURIComponent(paymentId)}`, paymentAnswer, signal),
    cancelPayment: (call, paymentId) => change(call, { method: 'POST', path: `/charges/${encodeURIComponent(paymentId)}/cancel`, answer: paymentAnswer }),
  };
}

import type { PaymentProvider } from '@linework/partners/payment-provider';
import { z } from 'zod';
import { createPartnerClient, type PartnerAddress } from './create-partner-client.ts';
import { createPartnerMessages } from './create-partner-messages.ts';

const createMethodResponseShape = (reason: z.ZodType<string>) =>
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
const createPaymentResponseShape = (reason: z.ZodType<string>) =>
  z.object({
    status: z.enum(['PENDING', 'AUTHORIZED', 'CONFIRMED', 'FAILED', 'CANCELED', 'REFUNDED', 'CHARGED_BACK']),
    reason: reason.exactOptional(),
  });
const createRefundResponseShape = (reason: z.ZodType<string>) =>
  z.object({ status: z.enum(['PENDING', 'COMPLETED', 'FAILED', 'CANCELED']), reason: reason.exactOptional() });
const removedResponse = z.object({ removed: z.literal(true) });

/** The payment provider over HTTP. Each call waits at most `timeoutMs` for its response. */
export function createHttpPaymentProvider(address: PartnerAddress): PaymentProvider {
  const name = 'the payment provider';
  const messages = createPartnerMessages(name, address.log);
  const { change, find } = createPartnerClient({
    ...address,
    code: 'payment-provider',
    name,
    toPermanentError: messages.error,
  });
  const reason = z.string().transform(messages.readReason);
  const [methodResponse, paymentResponse, refundResponse] = [
    createMethodResponseShape(reason),
    createPaymentResponseShape(reason),
    createRefundResponseShape(reason),
  ];
  const buildRefundPath = (refundId: string) => `/refunds/${encodeURIComponent(refundId)}`;
  return {
    registerMethod: (call, method) =>
      change(call, { method: 'POST', path: '/methods', body: method, responseShape: methodResponse }),
    findMethod: (methodId, signal) => find(`/methods/${encodeURIComponent(methodId)}`, methodResponse, signal),
    removeMethod: async (call, methodId) => {
      await change(call, {
        method: 'DELETE',
        path: `/methods/${encodeURIComponent(methodId)}`,
        responseShape: removedResponse,
      });
    },
    charge: (call, charge) =>
      change(call, { method: 'POST', path: '/charges', body: charge, responseShape: paymentResponse }),
    findPayment: (paymentId, signal) => find(`/charges/${encodeURIComponent(paymentId)}`, paymentResponse, signal),
    cancelPayment: (call, paymentId) =>
      change(call, {
        method: 'POST',
        path: `/charges/${encodeURIComponent(paymentId)}/cancel`,
        responseShape: paymentResponse,
      }),
    refund: (call, refund) =>
      change(call, { method: 'POST', path: '/refunds', body: refund, responseShape: refundResponse }),
    findRefund: (refundId, signal) => find(buildRefundPath(refundId), refundResponse, signal),
    cancelRefund: (call, refundId) =>
      change(call, { method: 'POST', path: `${buildRefundPath(refundId)}/cancel`, responseShape: refundResponse }),
  };
}

import type { PartnerCall } from './partner-call.ts';

/** A payment method at the provider. */
export interface MethodResponse {
  readonly status: 'PENDING' | 'ACTIVE' | 'REFUSED';
  readonly brand?: string;
  readonly lastFour?: string;
  /** The last day on which a card may be charged, YYYY-MM-DD. */
  readonly expiresOn?: string;
  readonly reason?: string;
}

/** A payment at the provider. */
export interface PaymentResponse {
  readonly status: 'PENDING' | 'AUTHORIZED' | 'CONFIRMED' | 'FAILED' | 'CANCELED' | 'REFUNDED' | 'CHARGED_BACK';
  readonly reason?: string;
}

interface Charge {
  readonly paymentId: string;
  readonly token: string;
  /** Decimal, two places. */
  readonly amount: string;
  readonly currency: 'BRL';
}

interface RefundInput {
  readonly refundId: string;
  readonly paymentId: string;
  /** Decimal, two places. */
  readonly amount: string;
  readonly currency: 'BRL';
}

/** A refund at the provider. CANCELED: it will not be made, because its cancel was requested before it was made. */
export interface RefundResponse {
  readonly status: 'PENDING' | 'COMPLETED' | 'FAILED' | 'CANCELED';
  readonly reason?: string;
}

/**
 * The payment provider. Pending results arrive later: it calls `POST /payments/notifications`, which only makes
 * Linework query it again. Only the response of `find...` counts.
 */
export interface PaymentProvider {
  registerMethod(
    call: PartnerCall,
    method: { readonly methodId: string; readonly type: 'CARD' | 'PIX_AUTHORIZATION'; readonly token: string },
  ): Promise<MethodResponse>;
  findMethod(methodId: string, signal?: AbortSignal): Promise<MethodResponse | undefined>;
  removeMethod(call: PartnerCall, methodId: string): Promise<void>;
  charge(call: PartnerCall, charge: Charge): Promise<PaymentResponse>;
  findPayment(paymentId: string, signal?: AbortSignal): Promise<PaymentResponse | undefined>;
  cancelPayment(call: PartnerCall, paymentId: string): Promise<PaymentResponse>;
  /** Refunds money of a settled payment. The key of the call is the refund's own. */
  refund(call: PartnerCall, refund: RefundInput): Promise<RefundResponse>;
  findRefund(refundId: string, signal?: AbortSignal): Promise<RefundResponse | undefined>;
  /**
   * Blocks a refund that is not made yet, in case a call for it arrives late. A `PermanentError` when the refund is
   * already decided.
   */
  cancelRefund(call: PartnerCall, refundId: string): Promise<RefundResponse>;
}

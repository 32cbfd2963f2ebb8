import type { PartnerCall } from './partner-call.ts';

/** What the provider says of a way to pay. */
export interface MethodResponse {
  readonly status: 'PENDING' | 'ACTIVE' | 'REFUSED';
  readonly brand?: string;
  readonly lastFour?: string;
  /** The last day on which a card may be charged, YYYY-MM-DD. */
  readonly expiresOn?: string;
  readonly reason?: string;
}

/** What the provider says of a payment. */
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

/** What the provider says of a refund. CANCELED: it will not be made, because that was asked for before it was made. */
export interface RefundResponse {
  readonly status: 'PENDING' | 'COMPLETED' | 'FAILED' | 'CANCELED';
  readonly reason?: string;
}

/**
 * Who takes the money. What has no answer yet is told later: it notifies `POST /payments/notifications`, which only makes
 * Linework ask again; the truth is always what `find...` answers.
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
  /** Gives money of a settled payment back. The call's key is the refund's own. */
  refund(call: PartnerCall, refund: RefundInput): Promise<RefundResponse>;
  findRefund(refundId: string, signal?: AbortSignal): Promise<RefundResponse | undefined>;
  /** Shuts out a refund that is not made yet, should a call for it arrive late. A `PermanentError` where it is decided already. */
  cancelRefund(call: PartnerCall, refundId: string): Promise<RefundResponse>;
}

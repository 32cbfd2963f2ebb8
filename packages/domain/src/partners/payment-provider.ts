import type { PartnerCall } from './partner-call.ts';

/** What the provider says of a way to pay. */
export interface MethodAnswer {
  readonly status: 'PENDING' | 'ACTIVE' | 'REFUSED';
  readonly brand?: string;
  readonly lastFour?: string;
  /** The last day on which a card may be charged, YYYY-MM-DD. */
  readonly expiresOn?: string;
  readonly reason?: string;
}

/** What the provider says of a payment. */
export interface PaymentAnswer {
  readonly status: 'PENDING' | 'AUTHORIZED' | 'CONFIRMED' | 'FAILED' | 'CANCELED' | 'REFUNDED' | 'CHARGED_BACK';
  readonly reason?: string;
}

export interface Charge {
  readonly paymentId: string;
  readonly token: string;
  /** Decimal, two places. */
  readonly amount: string;
  readonly currency: 'BRL';
}

export interface RefundWanted {
  readonly refundId: string;
  readonly paymentId: string;
  /** Decimal, two places. */
  readonly amount: string;
  readonly currency: 'BRL';
}

/** What the provider says of a refund. CANCELED: it will not be made, because that was asked for before it was made. */
export interface RefundAnswer {
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
  ): Promise<MethodAnswer>;
  findMethod(methodId: string, signal?: AbortSignal): Promise<MethodAnswer | undefined>;
  removeMethod(call: PartnerCall, methodId: string): Promise<void>;
  charge(call: PartnerCall, charge: Charge): Promise<PaymentAnswer>;
  findPayment(paymentId: string, signal?: AbortSignal): Promise<PaymentAnswer | undefined>;
  cancelPayment(call: PartnerCall, paymentId: string): Promise<PaymentAnswer>;
  /** Gives money of a settled payment back. The call's key is the refund's own. */
  refund(call: PartnerCall, refund: RefundWanted): Promise<RefundAnswer>;
  findRefund(refundId: string, signal?: AbortSignal): Promise<RefundAnswer | undefined>;
  /** Shuts out a refund that is not made yet, should a call for it arrive late. A `Refusal` where it is decided already. */
  cancelRefund(call: PartnerCall, refundId: string): Promise<RefundAnswer>;
}

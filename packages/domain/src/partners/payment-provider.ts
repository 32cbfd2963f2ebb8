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
}

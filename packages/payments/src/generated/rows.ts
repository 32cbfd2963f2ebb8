// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'acquire-due-payment': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date;
      readonly isUnanswered: boolean;
      readonly invoiceId: string;
      readonly paymentMethodId: string;
      readonly status: 'PENDING' | 'AUTHORIZED' | 'CONFIRMED' | 'REFUNDED' | 'CHARGED_BACK' | 'FAILED' | 'CANCELED';
      readonly amount: string;
      readonly cancelRequested: boolean;
    };
    'acquire-due-payment-method': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date;
      readonly isUnanswered: boolean;
      readonly customerId: string;
      readonly type: 'CARD' | 'PIX_AUTHORIZATION';
      readonly status: 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'REMOVED' | 'REFUSED' | 'EXPIRED';
      readonly token: string;
      readonly becomesDefault: boolean;
    };
    'acquire-due-refund': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date;
      readonly isUnanswered: boolean;
      readonly paymentId: string;
      readonly status: 'PENDING' | 'COMPLETED' | 'FAILED';
      readonly amount: string;
      readonly invoiceId: string | null;
    };
    'emit-payment-refunded': never;
    'emit-payment-reversed': never;
    'end-refunded-payment': never;
    'erase-payment-methods': {
      readonly resource_id: string;
    };
    'expire-payment-methods': {
      readonly resource_id: string;
    };
    'find-method-to-charge': {
      readonly id: string;
      readonly type: 'CARD' | 'PIX_AUTHORIZATION';
    };
    'find-token-to-charge': {
      readonly token: string;
    };
    'insert-payment': {
      readonly resource_id: string;
    };
    'insert-payment-method': {
      readonly resource_id: string;
    };
    'insert-refund': never;
    'lock-payment-method': {
      readonly status: 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'REMOVED' | 'REFUSED' | 'EXPIRED';
      readonly hasExpired: boolean;
    };
    'lock-payment-methods-of-holder': {
      readonly id: string;
    };
    'lock-payment-to-refund': {
      readonly status: 'PENDING' | 'AUTHORIZED' | 'CONFIRMED' | 'REFUNDED' | 'CHARGED_BACK' | 'FAILED' | 'CANCELED';
      readonly refundable: string;
      readonly isRefundable: boolean;
    };
    'make-call-about-payment-due': {
      readonly id: string;
    };
    'make-call-about-payment-method-due': {
      readonly id: string;
    };
    'make-call-about-refund-due': {
      readonly id: string;
    };
    'poll-payment-again': never;
    'postpone-payment': {
      readonly seconds: number;
    };
    'postpone-payment-method': {
      readonly seconds: number;
    };
    'postpone-refund': {
      readonly seconds: number;
    };
    'read-payment': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date | null;
      readonly isUnanswered: boolean;
      readonly invoiceId: string;
      readonly paymentMethodId: string;
      readonly status: 'PENDING' | 'AUTHORIZED' | 'CONFIRMED' | 'REFUNDED' | 'CHARGED_BACK' | 'FAILED' | 'CANCELED';
      readonly amount: string;
      readonly cancelRequested: boolean;
    };
    'read-payment-method': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date | null;
      readonly isUnanswered: boolean;
      readonly customerId: string;
      readonly type: 'CARD' | 'PIX_AUTHORIZATION';
      readonly status: 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'REMOVED' | 'REFUSED' | 'EXPIRED';
      readonly token: string;
      readonly becomesDefault: boolean;
    };
    'read-refund': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date | null;
      readonly isUnanswered: boolean;
      readonly paymentId: string;
      readonly status: 'PENDING' | 'COMPLETED' | 'FAILED';
      readonly amount: string;
      readonly invoiceId: string | null;
    };
    'record-payment': {
      readonly at: Date;
    };
    'record-payment-method': {
      readonly resource_id: string;
    };
    'record-refund': {
      readonly resource_id: string;
    };
    'record-unanswered-payment': {
      readonly failures: number;
      readonly isStopped: boolean;
    };
    'record-unanswered-payment-method': {
      readonly failures: number;
      readonly isStopped: boolean;
    };
    'record-unanswered-refund': {
      readonly failures: number;
      readonly isStopped: boolean;
    };
    'remove-payment-method': never;
    'remove-payment-method-again': never;
    'repeat-call-about-payment': never;
    'repeat-call-about-payment-method': never;
    'repeat-call-about-refund': never;
    'request-cancel-payment': {
      readonly id: string;
    };
    'resume-payment-method': never;
    'set-default-payment-method': never;
    'stop-calls-about-payment': {
      readonly id: string;
    };
    'stop-calls-about-payment-method': {
      readonly id: string;
    };
    'stop-calls-about-refund': {
      readonly id: string;
    };
    'suspend-payment-method': never;
    'unset-default-payment-method': {
      readonly id: string;
    };
  }
}

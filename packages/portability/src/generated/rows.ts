// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'acquire-due-port-in': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date;
      readonly isUnanswered: boolean;
      readonly brokerId: string;
      readonly customerId: string;
      readonly status: 'REQUESTED' | 'PENDING' | 'CONFLICT' | 'ACTIVE' | 'CANCELLING' | 'CANCELLED' | 'ERROR';
      readonly msisdn: string;
      readonly donor: string;
      readonly federalTaxId: string | null;
      readonly ticket: string | null;
      readonly windowFrom: Date;
      readonly windowUntil: Date;
      readonly poolId: string;
      readonly lineId: string | null;
      readonly sim: unknown;
      readonly orderId: string | null;
      readonly revision: number;
      readonly acknowledgedRevision: number | null;
      readonly mayStillArrive: boolean;
      readonly correlationId: string;
      readonly keyId: string;
    };
    'acquire-due-port-out': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date;
      readonly isUnanswered: boolean;
      readonly brokerId: string;
      readonly lineId: string;
      readonly status: 'PENDING' | 'CANCELLING' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED' | 'ERROR';
      readonly msisdn: string;
      readonly ticket: string;
      readonly orderId: string | null;
      readonly cancelRequestedAt: Date | null;
      readonly correlationId: string;
      readonly keyId: string;
    };
    'cancel-port-in': never;
    'cancel-port-ins-of-holder': never;
    'cancel-port-out': never;
    'check-port-in-window': {
      readonly isAhead: boolean;
      readonly isNear: boolean;
      readonly endsLater: boolean;
    };
    'correct-port-in': {
      readonly resource_id: string;
    };
    'erase-tax-id-of-port-ins': {
      readonly '?column?': number;
    };
    'find-running-port-in': {
      readonly id: string;
      readonly isOfNumber: boolean;
    };
    'insert-port-in': {
      readonly resource_id: string;
    };
    'insert-port-out': {
      readonly resource_id: string;
    };
    'is-port-in-window-over': {
      readonly isOver: boolean;
    };
    'lock-port-in': {
      readonly status: 'REQUESTED' | 'PENDING' | 'CONFLICT' | 'ACTIVE' | 'CANCELLING' | 'CANCELLED' | 'ERROR';
      readonly customerId: string;
      readonly orderId: string | null;
      readonly reasonCode: string | null;
      readonly windowFrom: Date;
      readonly windowUntil: Date;
    };
    'lock-port-in-at-window': {
      readonly isOpen: boolean;
    };
    'lock-port-out-at-window': object;
    'lock-port-out-to-cancel': {
      readonly status: 'PENDING' | 'CANCELLING' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED' | 'ERROR';
      readonly hasWindowBegun: boolean;
    };
    'make-call-about-port-in-due': {
      readonly id: string;
    };
    'make-call-about-port-out-due': {
      readonly id: string;
    };
    'make-port-ins-due': never;
    'make-port-out-due': never;
    'move-port-out': {
      readonly resource_id: string;
    };
    'postpone-port-in': {
      readonly seconds: number;
    };
    'postpone-port-out': {
      readonly seconds: number;
    };
    'read-port-in': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date | null;
      readonly isUnanswered: boolean;
      readonly brokerId: string;
      readonly customerId: string;
      readonly status: 'REQUESTED' | 'PENDING' | 'CONFLICT' | 'ACTIVE' | 'CANCELLING' | 'CANCELLED' | 'ERROR';
      readonly msisdn: string;
      readonly donor: string;
      readonly federalTaxId: string | null;
      readonly ticket: string | null;
      readonly windowFrom: Date;
      readonly windowUntil: Date;
      readonly poolId: string;
      readonly lineId: string | null;
      readonly sim: unknown;
      readonly orderId: string | null;
      readonly revision: number;
      readonly acknowledgedRevision: number | null;
      readonly mayStillArrive: boolean;
      readonly correlationId: string;
      readonly keyId: string;
    };
    'read-port-out': {
      readonly id: string;
      readonly attempt: number;
      readonly dueAt: Date | null;
      readonly isUnanswered: boolean;
      readonly brokerId: string;
      readonly lineId: string;
      readonly status: 'PENDING' | 'CANCELLING' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED' | 'ERROR';
      readonly msisdn: string;
      readonly ticket: string;
      readonly orderId: string | null;
      readonly cancelRequestedAt: Date | null;
      readonly correlationId: string;
      readonly keyId: string;
    };
    'record-order-of-port-in': never;
    'record-port-in': {
      readonly id: string;
    };
    'record-unanswered-port-in': {
      readonly failures: number;
      readonly isStopped: boolean;
    };
    'record-unanswered-port-out': {
      readonly failures: number;
      readonly isStopped: boolean;
    };
    'repeat-call-about-port-in': never;
    'repeat-call-about-port-out': never;
    'schedule-port-in-retry': never;
    'schedule-port-out-retry': never;
    'stop-calls-about-port-in': {
      readonly id: string;
    };
    'stop-calls-about-port-out': {
      readonly id: string;
    };
  }
}

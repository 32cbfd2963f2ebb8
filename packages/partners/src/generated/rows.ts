// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'decide-unanswered-call': {
      readonly id: string;
      readonly kind: 'payment' | 'refund' | 'payment-method' | 'tax-receipt' | 'port-in' | 'port-out';
      readonly recordId: string;
      readonly brokerId: string;
      readonly since: Date;
      readonly failures: number;
      readonly code: string;
      readonly stoppedAt: Date | null;
      readonly endedAt: Date;
      readonly decision: string;
      readonly reason: string;
    };
    'end-unanswered-call': never;
    'lock-unanswered-call': {
      readonly id: string;
      readonly kind: 'payment' | 'refund' | 'payment-method' | 'tax-receipt' | 'port-in' | 'port-out';
      readonly recordId: string;
      readonly brokerId: string;
      readonly since: Date;
      readonly failures: number;
      readonly code: string;
      readonly stoppedAt: Date | null;
      readonly endedAt: Date | null;
      readonly decision: string | null;
      readonly reason: string | null;
    };
    'renew-unanswered-call': {
      readonly id: string;
      readonly kind: 'payment' | 'refund' | 'payment-method' | 'tax-receipt' | 'port-in' | 'port-out';
      readonly recordId: string;
      readonly brokerId: string;
      readonly since: Date;
      readonly failures: number;
      readonly code: string;
      readonly stoppedAt: Date | null;
      readonly endedAt: Date | null;
      readonly decision: string | null;
      readonly reason: string;
    };
  }
}

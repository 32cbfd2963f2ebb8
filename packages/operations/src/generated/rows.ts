// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'count-drifts-for-metrics': {
      readonly kinds: unknown;
      readonly share: number;
      readonly delaySeconds: number;
    };
    'count-failed-orders': {
      readonly type: string;
      readonly status:
        | 'PENDING'
        | 'IN_PROGRESS'
        | 'COMPLETED'
        | 'FAILED'
        | 'ROLLING_BACK'
        | 'ROLLED_BACK'
        | 'ROLLBACK_FAILED'
        | 'CANCELLING'
        | 'CANCELLED'
        | 'CANCEL_FAILED';
      readonly count: number;
      readonly due: number;
      readonly overdue: number;
      readonly waiting: number;
      readonly paused: number;
      readonly oldestDueSeconds: number;
    };
    'count-failed-orders-by-type': {
      readonly type: string;
      readonly count: number;
    };
    'count-failures': {
      readonly step: string;
      readonly errorCode: string;
      readonly count: number;
      readonly firstFailedAt: Date | null;
      readonly lastFailedAt: Date | null;
    };
    'count-late-invoices': {
      readonly count: number;
    };
    'count-open-orders': {
      readonly type: string;
      readonly status:
        | 'PENDING'
        | 'IN_PROGRESS'
        | 'COMPLETED'
        | 'FAILED'
        | 'ROLLING_BACK'
        | 'ROLLED_BACK'
        | 'ROLLBACK_FAILED'
        | 'CANCELLING'
        | 'CANCELLED'
        | 'CANCEL_FAILED';
      readonly count: number;
      readonly due: number;
      readonly overdue: number;
      readonly waiting: number;
      readonly paused: number;
      readonly oldestDueSeconds: number;
    };
    'count-rows-without-partition': {
      readonly table: 'usage_record' | 'event';
      readonly rows: number;
    };
    'count-settled-orders': {
      readonly completedCount: number;
      readonly otherCount: number;
    };
    'count-unanswered-calls': {
      readonly kind: 'payment' | 'refund' | 'payment-method' | 'tax-receipt' | 'port-in' | 'port-out';
      readonly waiting: number;
      readonly stopped: number;
      readonly oldestAgeSeconds: number;
    };
    'count-webhooks': {
      readonly working: number;
      readonly failing: number;
      readonly disabled: number;
      readonly oldestDueSeconds: number;
    };
    'find-open-split-of-cell': {
      readonly groups: readonly string[];
    };
    'forget-workers': never;
    'list-leases': {
      readonly orderId: string;
      readonly brokerId: string;
      readonly type: string;
      readonly endsAt: Date | null;
      readonly held: number;
      readonly ended: number;
    };
    'measure-steps': {
      readonly step: string;
      readonly count: number;
      readonly p50Ms: number;
      readonly p99Ms: number;
    };
    'ping': {
      readonly '?column?': number;
    };
    'read-days-of-tax-rates': {
      readonly days: number;
    };
    'read-event-lag': {
      readonly newestPosition: number;
      readonly oldestSeconds: number;
    };
    'read-log-settings': {
      readonly name: string;
      readonly setting: string | null;
    };
    'read-oldest-transaction': {
      readonly seconds: number;
    };
    'read-standbys': {
      readonly standby: string | null;
      readonly lagSeconds: number;
      readonly lagBytes: number;
    };
    'read-table-rows': {
      readonly table: string;
      readonly dead: number | null;
      readonly live: number | null;
    };
    'read-webhook-lags': {
      readonly brokerId: string;
      readonly seconds: number;
    };
    'read-workers': {
      readonly id: string;
      readonly host: string;
      readonly version: string;
      readonly queue: 'redis' | 'postgres';
      readonly concurrency: number;
      readonly systems: unknown;
      readonly startedAt: Date;
      readonly lastSeenAt: Date;
      readonly isAlive: boolean;
    };
    'report-worker': never;
  }
}

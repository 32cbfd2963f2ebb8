// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'acquire-waiting-bulk-items': {
      readonly bulkId: string;
      readonly position: number;
      readonly lineId: string | null;
      readonly targetOrderId: string | null;
      readonly brokerId: string;
      readonly operation: string;
      readonly keyId: string;
      readonly correlationId: string;
      readonly reason: string | null;
      readonly metadata: unknown;
    };
    'cancel-unapproved-bulk-operations': never;
    'change-bulk-operation': never;
    'change-line': {
      readonly id: string;
    };
    'consume-bulk-rate-limit': {
      readonly orders: number;
    };
    'count-bulk-items': {
      readonly total: number;
      readonly before: number;
    };
    'count-bulk-outcomes': {
      readonly total: number;
      readonly before: number;
    };
    'count-lines-now': {
      readonly areaCode: string;
      readonly status: string;
      readonly count: number;
    };
    'count-lines-of-day': never;
    'count-outcomes-of-bulks': {
      readonly id: string;
      readonly outcomes: unknown;
    };
    'drop-bulk-selections': never;
    'find-brokers-of-lines': {
      readonly id: string;
      readonly brokerId: string;
    };
    'find-bulk-operation': {
      readonly id: string;
      readonly name: string | null;
      readonly operation: string;
      readonly status:
        | 'AWAITING_APPROVAL'
        | 'RUNNING'
        | 'PAUSED'
        | 'COMPLETED'
        | 'COMPLETED_WITH_ERRORS'
        | 'FAILED'
        | 'CANCELLING'
        | 'CANCELLED';
      readonly total: number;
      readonly brokerId: string;
      readonly correlationId: string;
      readonly reason: string | null;
      readonly metadata: unknown;
      readonly createdAt: Date;
      readonly updatedAt: Date;
      readonly finishedAt: Date | null;
      readonly keyId: string;
      readonly ordersPerMinute: number | null;
      readonly approvalDueAt: Date | null;
      readonly approvedBy: string | null;
      readonly approvedAt: Date | null;
      readonly outcomes: unknown;
    };
    'find-bulk-operation-of-dry-run': {
      readonly id: string;
    };
    'find-bulk-selection': {
      readonly operation: string;
      readonly orderIds: readonly string[];
    };
    'find-counted-day': {
      readonly firstDay: string | null;
      readonly countedAt: Date | null;
    };
    'find-creator-of-bulk-operation': {
      readonly keyId: string;
    };
    'find-last-counted-day': {
      readonly lastDay: string | null;
      readonly firstLineDay: string | null;
    };
    'find-line-by-number': {
      readonly id: string;
      readonly brokerId: string;
    };
    'find-line-labels': {
      readonly id: string;
      readonly msisdn: string;
      readonly holderId: string;
      readonly name: string;
    };
    'find-lines-of-bulk': {
      readonly id: string;
      readonly brokerId: string;
    };
    'find-lines-of-bulk-items': {
      readonly id: string | null;
    };
    'find-open-bulk-operation': {
      readonly '?column?': number;
    };
    'find-orders-of-allocations': {
      readonly id: string;
      readonly orderId: string;
    };
    'find-orders-of-bulk': {
      readonly id: string;
      readonly brokerId: string;
      readonly supersededBy: string | null;
    };
    'find-orders-of-bulk-items': {
      readonly id: string | null;
    };
    'import-lines': never;
    'insert-bulk-change': never;
    'insert-bulk-operation': never;
    'insert-line': never;
    'keep-bulk-selection': never;
    'list-bulk-items': {
      readonly position: number;
      readonly lineId: string | null;
      readonly outcome: 'REFUSED' | 'PENDING' | 'CANCELLED' | 'PLACED' | 'COMPLETED' | 'FAILED';
      readonly orderId: string | null;
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
        | 'CANCEL_FAILED'
        | null;
      readonly problem: unknown;
    };
    'load-line-resources': {
      readonly orderId: string;
      readonly id: string;
      readonly type: string;
      readonly externalCode: string;
      readonly attributes: unknown;
      readonly isClaimed: boolean;
      readonly sealed: unknown;
    };
    'load-network-presence': {
      readonly orderId: string;
      readonly mayExist: boolean;
      readonly found: unknown;
      readonly imsis: readonly string[];
      readonly msisdns: readonly string[];
    };
    'lock-bulk-operation-to-change': {
      readonly id: string;
      readonly brokerId: string;
      readonly status:
        | 'AWAITING_APPROVAL'
        | 'RUNNING'
        | 'PAUSED'
        | 'COMPLETED'
        | 'COMPLETED_WITH_ERRORS'
        | 'FAILED'
        | 'CANCELLING'
        | 'CANCELLED';
      readonly name: string | null;
      readonly rate: number | null;
      readonly approvedRate: number | null;
      readonly needsApproval: boolean;
      readonly createdBy: string;
      readonly hasEnded: boolean;
    };
    'lock-lines': {
      readonly id: string;
    };
    'lock-lines-to-subscribe': {
      readonly id: string;
    };
    'lock-waiting-bulk-item': {
      readonly position: number;
    };
    'move-bulk-operation': {
      readonly resource_id: string;
    };
    'move-imported-lines': never;
    'read-line-counts': {
      readonly areaCode: string;
      readonly status: string;
      readonly count: number;
    };
    'read-lines-to-subscribe': {
      readonly id: string;
    };
    'record-changed-bulk-item': {
      readonly '?column?': number;
    };
    'record-placed-bulk-items': {
      readonly '?column?': number;
    };
    'record-refused-bulk-item': never;
    'settle-bulk-operations': {
      readonly resource_id: string;
    };
    'subscribe-lines': never;
    'unsubscribe-line': {
      readonly resource_id: string;
    };
  }
}

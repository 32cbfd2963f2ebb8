// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'accept-drift': {
      readonly resource_id: string;
    };
    'acquire-waiting-bulk-items': {
      readonly bulkId: string;
      readonly position: number;
      readonly lineId: string | null;
      readonly targetOrderId: string | null;
      readonly row: unknown;
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
    'claim-lines-to-check': {
      readonly lineId: string;
      readonly brokerId: string;
      readonly status:
        | 'PROVISIONING'
        | 'PROVISIONING_ERROR'
        | 'STAND_BY'
        | 'ACTIVATING'
        | 'ACTIVATION_ERROR'
        | 'ACTIVE'
        | 'BLOCKING'
        | 'BLOCKING_ERROR'
        | 'BLOCKED'
        | 'TERMINATING'
        | 'TERMINATION_ERROR'
        | 'TERMINATED';
      readonly msisdn: string;
      readonly imsi: string;
      readonly suspected: unknown;
      readonly dueAt: Date;
      readonly version: string;
      readonly isSettled: boolean;
      readonly rate: number | null;
      readonly wasAway: boolean | null;
      readonly startsInMs: number | null;
      readonly sealed: unknown;
    };
    'claim-list-of-register': {
      readonly id: boolean;
    };
    'claim-subscribers-to-check': {
      readonly resourceId: string;
      readonly brokerId: string;
      readonly imsi: string;
      readonly firstSeenAt: Date;
      readonly msisdn: string;
      readonly isKept: boolean;
    };
    'close-drifts-as-gone': never;
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
    'count-call-to-register': never;
    'count-calls-to-register': never;
    'count-lines-now': {
      readonly areaCode: string;
      readonly status: string;
      readonly count: number;
    };
    'count-lines-of-day': never;
    'count-lines-with-drift': {
      readonly lines: number;
    };
    'count-open-drifts': {
      readonly kind: 'missing' | 'wrong-service-state' | 'wrong-number' | 'wrong-sim' | 'extra' | 'unreadable';
      readonly count: number;
    };
    'count-outcomes-of-bulks': {
      readonly id: string;
      readonly outcomes: unknown;
    };
    'count-stock-of-rows': {
      readonly poolId: string;
      readonly available: number;
    };
    'drop-bulk-selections': never;
    'end-list-of-register': never;
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
    'find-current-drift-of-number': {
      readonly id: string | null;
      readonly expected: unknown;
      readonly found: unknown;
      readonly isOurs: boolean | null;
      readonly isFree: boolean;
    };
    'find-current-drifts': {
      readonly id: string;
      readonly kind: 'missing' | 'wrong-service-state' | 'wrong-number' | 'wrong-sim' | 'extra' | 'unreadable';
      readonly expected: unknown;
      readonly found: unknown;
      readonly isOurs: boolean;
    };
    'find-holders-of-rows': {
      readonly id: string;
      readonly brokerId: string;
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
    'find-lines-of-rows': {
      readonly id: string;
      readonly brokerId: string;
      readonly msisdn: string;
      readonly isLive: boolean;
    };
    'find-open-bulk-operation': {
      readonly '?column?': boolean;
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
    'find-resources-of-rows': {
      readonly id: string;
      readonly code: string;
      readonly type: string;
    };
    'find-what-is-ours': {
      readonly found: unknown;
      readonly isOurs: boolean;
    };
    'forget-subscriber-to-check': never;
    'import-lines': never;
    'insert-bulk-change': never;
    'insert-bulk-operation': never;
    'insert-bulk-rows': never;
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
    'list-lines-to-check': {
      readonly listedTo: string | null;
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
    'load-subscriber-in-drift': {
      readonly orderId: string;
      readonly msisdns: readonly string[];
      readonly imsis: readonly string[];
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
    'lock-line-with-differences': {
      readonly line_id: string;
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
    'open-drift': never;
    'read-line-at-instant': {
      readonly msisdn: string | null;
      readonly iccid: string | null;
      readonly subscriptionId: string | null;
      readonly formerHolderId: string | null;
    };
    'read-line-counts': {
      readonly areaCode: string;
      readonly status: string;
      readonly count: number;
    };
    'read-lines-to-subscribe': {
      readonly id: string;
    };
    'read-reconciliation': {
      readonly calls: number;
      readonly callsPerSecond: number | null;
      readonly roundSeconds: number;
      readonly isRunning: boolean;
      readonly lastCheckAt: Date | null;
      readonly lastRoundAt: Date | null;
      readonly waitingSince: Date | null;
      readonly registerListedAt: Date | null;
      readonly lines: number;
      readonly unchecked: number;
      readonly dueSince: Date | null;
    };
    'read-subscriber-again-later': never;
    'record-changed-bulk-item': {
      readonly '?column?': number;
    };
    'record-placed-bulk-items': {
      readonly '?column?': number;
    };
    'record-refused-bulk-item': never;
    'refresh-drifts': never;
    'release-lines-to-check': never;
    'renew-claim-of-lines': never;
    'reserve-call-to-register': {
      readonly startsInMs: number;
    };
    'settle-bulk-operations': {
      readonly resource_id: string;
    };
    'subscribe-lines': never;
    'suspect-subscribers-without-line': never;
    'turn-reconciliation-off': never;
    'unsubscribe-line': {
      readonly resource_id: string;
    };
    'write-drift-seen-again': never;
    'write-equal-lines': never;
    'write-line-with-differences': never;
  }
}

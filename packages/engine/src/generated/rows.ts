// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'amend-input': never;
    'create-pause': {
      readonly id: string;
    };
    'end-due-pauses': never;
    'end-work-pause': {
      readonly id: string;
    };
    'find-order': {
      readonly id: string;
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
      readonly resourceType: string;
      readonly resourceId: string;
      readonly brokerId: string;
      readonly externalCode: string;
      readonly correlationId: string;
      readonly input: unknown;
      readonly metadata: unknown;
      readonly cancellationReason: string | null;
      readonly failedAt: Date | null;
      readonly createdAt: Date;
      readonly updatedAt: Date;
      readonly unavailableSince: Date | null;
      readonly pauseId: string | null;
      readonly keyId: string | null;
      readonly job: string | null;
      readonly keyName: string | null;
      readonly keyBrokerId: string | null;
      readonly operatorName: string | null;
      readonly position: number;
      readonly code: string;
      readonly actionCode: string;
      readonly step_status:
        | 'PENDING'
        | 'RUNNING'
        | 'SUCCESS'
        | 'FAILED'
        | 'SKIPPED'
        | 'ROLLING_BACK'
        | 'ROLLED_BACK'
        | 'ROLLBACK_FAILED';
      readonly attempt: number;
      readonly error: unknown;
      readonly startedAt: Date | null;
      readonly step_failed_at: Date | null;
      readonly finishedAt: Date | null;
    };
    'find-order-status': {
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
    };
    'find-trace-of-order': {
      readonly traceParent: string | null;
    };
    'list-order-attempts': {
      readonly type: string;
      readonly code: string | null;
      readonly position: number | null;
      readonly kind: 'execute' | 'undo' | null;
      readonly attempt: number | null;
      readonly outcome: string | null;
      readonly workersLost: number | null;
      readonly startedAt: Date | null;
      readonly endedAt: Date | null;
      readonly error: unknown;
    };
    'load-work-pauses': {
      readonly id: string;
      readonly kind: 'order-type' | 'step' | 'system';
      readonly target: string;
    };
    'lock-order': {
      readonly superseded_by: string | null;
    };
    'notify-order': {
      readonly orderId: string;
      readonly epoch: number;
    };
    'notify-order-of-resource': {
      readonly orderId: string;
      readonly epoch: number;
    };
    'pause-orders': never;
    'release-paused-orders': {
      readonly id: string;
    };
    'requeue-due-orders': {
      readonly orderId: string;
      readonly epoch: number;
      readonly brokerId: string;
      readonly isUnavailable: boolean | null;
      readonly mayBeMore: boolean;
    };
    'resolve-order-outcome': {
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
    };
    readonly [name: `acquire-pending-order-${string}`]: {
      readonly id: string;
      readonly type: string;
      readonly type_version: number;
      readonly status: string;
      readonly epoch: number;
      readonly acquired_epoch: number;
      readonly acquisitions: number;
      readonly too_early: boolean;
      readonly waiting_since: Date;
      readonly broker_id: string;
      readonly input: unknown;
      readonly previous_status: string | null;
      readonly resource_type: string;
      readonly resource_id: string;
      readonly limits: readonly number[];
      readonly resource_status: string | null;
      readonly facts: unknown;
    };
    readonly [name: `acquire-pending-orders-${string}`]: {
      readonly id: string;
      readonly type: string;
      readonly type_version: number;
      readonly status: string;
      readonly epoch: number;
      readonly acquired_epoch: number;
      readonly acquisitions: number;
      readonly too_early: boolean;
      readonly waiting_since: Date;
      readonly broker_id: string;
      readonly input: unknown;
      readonly previous_status: string | null;
      readonly resource_type: string;
      readonly resource_id: string;
      readonly limits: readonly number[];
      readonly resource_status: string | null;
      readonly facts: unknown;
    };
    readonly [name: `commit-${string}-${string}`]: {
      readonly entry: number | null;
    };
    readonly [name: `find-status-of-${string}`]: {
      readonly status: string;
      readonly orderId: string | null;
      readonly orderType: string | null;
    };
    readonly [name: `load-orders-${string}`]: {
      readonly id: string;
      readonly type: string;
      readonly type_version: number;
      readonly status: string;
      readonly epoch: number;
      readonly acquired_epoch: number;
      readonly acquisitions: number;
      readonly input_revision: number;
      readonly too_early: boolean;
      readonly waiting_since: Date;
      readonly unavailable_since: Date | null;
      readonly unavailable_ms: number | null;
      readonly broker_id: string;
      readonly input: unknown;
      readonly previous_status: string | null;
      readonly resource_type: string;
      readonly resource_id: string;
      readonly resource_status: string | null;
      readonly facts: unknown;
      readonly steps: unknown;
      readonly codes: readonly string[] | null;
    };
  }
}

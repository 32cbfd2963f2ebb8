// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'amend-input': never;
    'create-pause': {
      readonly id: string;
    };
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
      readonly awaySince: Date | null;
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
      readonly isAway: boolean | null;
      readonly mayBeMore: boolean | null;
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
      readonly status: 'PENDING';
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
      readonly resource_status:
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
        | 'TERMINATED'
        | null;
      readonly facts: unknown;
    };
    readonly [name: `acquire-pending-orders-${string}`]: {
      readonly id: string;
      readonly type: string;
      readonly type_version: number;
      readonly status: 'PENDING';
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
      readonly resource_status:
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
        | 'TERMINATED'
        | null;
      readonly facts: unknown;
    };
    readonly [name: `commit-${string}-any`]: {
      readonly entry: number | null;
    };
    readonly [name: `commit-${string}-batch`]: {
      readonly entry: number | null;
    };
    readonly [name: `commit-${string}-move-batch`]: {
      readonly entry: number | null;
    };
    readonly [name: `commit-${string}-move-claims`]: {
      readonly entry: number | null;
    };
    readonly [name: `commit-${string}-move-stock`]: {
      readonly entry: number | null;
    };
    readonly [name: `commit-${string}-move`]: {
      readonly entry: number | null;
    };
    readonly [name: `commit-${string}-next-batch`]: {
      readonly entry: number | null;
    };
    readonly [name: `commit-${string}-next`]: {
      readonly entry: number | null;
    };
    readonly [name: `commit-${string}-order`]: {
      readonly entry: number | null;
    };
    readonly [name: `find-status-of-${string}`]: {
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
      readonly orderId: string | null;
      readonly orderType: string | null;
    };
    readonly [name: `insert-${string}-order-keep`]: {
      readonly entry: number | null;
      readonly isScheduled: boolean;
      readonly id: string | null;
      readonly status: string | null;
      readonly brokerId: string | null;
      readonly msisdn: string | null;
      readonly iccid: string | null;
      readonly subscriptionId: string | null;
      readonly externalCode: string | null;
      readonly metadata: unknown;
      readonly activatedAt: Date | null;
      readonly terminatedAt: Date | null;
      readonly createdAt: Date | null;
      readonly updatedAt: Date | null;
      readonly holder: unknown;
    };
    readonly [name: `insert-${string}-order-or-skip-keep`]: {
      readonly entry: number | null;
      readonly isScheduled: boolean;
      readonly id: string | null;
      readonly status: string | null;
      readonly brokerId: string | null;
      readonly msisdn: string | null;
      readonly iccid: string | null;
      readonly subscriptionId: string | null;
      readonly externalCode: string | null;
      readonly metadata: unknown;
      readonly activatedAt: Date | null;
      readonly terminatedAt: Date | null;
      readonly createdAt: Date | null;
      readonly updatedAt: Date | null;
      readonly holder: unknown;
    };
    readonly [name: `insert-${string}-order-or-skip`]: {
      readonly entry: number | null;
      readonly isScheduled: boolean;
      readonly id: string;
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
      readonly brokerId: string;
      readonly msisdn: string;
      readonly iccid: string;
      readonly subscriptionId: string | null;
      readonly externalCode: string | null;
      readonly metadata: unknown;
      readonly activatedAt: Date | null;
      readonly terminatedAt: Date | null;
      readonly createdAt: Date;
      readonly updatedAt: Date;
      readonly holder: unknown;
    };
    readonly [name: `insert-${string}-order`]: {
      readonly entry: number | null;
      readonly isScheduled: boolean;
      readonly id: string;
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
      readonly brokerId: string;
      readonly msisdn: string;
      readonly iccid: string;
      readonly subscriptionId: string | null;
      readonly externalCode: string | null;
      readonly metadata: unknown;
      readonly activatedAt: Date | null;
      readonly terminatedAt: Date | null;
      readonly createdAt: Date;
      readonly updatedAt: Date;
      readonly holder: unknown;
    };
    readonly [name: `insert-${string}-orders-keep`]: {
      readonly entry: number | null;
      readonly isScheduled: boolean;
      readonly id: string | null;
      readonly status: string | null;
      readonly brokerId: string | null;
      readonly msisdn: string | null;
      readonly iccid: string | null;
      readonly subscriptionId: string | null;
      readonly externalCode: string | null;
      readonly metadata: unknown;
      readonly activatedAt: Date | null;
      readonly terminatedAt: Date | null;
      readonly createdAt: Date | null;
      readonly updatedAt: Date | null;
      readonly holder: unknown;
    };
    readonly [name: `insert-${string}-orders-or-skip-keep`]: {
      readonly entry: number | null;
      readonly isScheduled: boolean;
      readonly id: string | null;
      readonly status: string | null;
      readonly brokerId: string | null;
      readonly msisdn: string | null;
      readonly iccid: string | null;
      readonly subscriptionId: string | null;
      readonly externalCode: string | null;
      readonly metadata: unknown;
      readonly activatedAt: Date | null;
      readonly terminatedAt: Date | null;
      readonly createdAt: Date | null;
      readonly updatedAt: Date | null;
      readonly holder: unknown;
    };
    readonly [name: `insert-${string}-orders-or-skip`]: {
      readonly entry: number | null;
      readonly isScheduled: boolean;
      readonly id: string;
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
      readonly brokerId: string;
      readonly msisdn: string;
      readonly iccid: string;
      readonly subscriptionId: string | null;
      readonly externalCode: string | null;
      readonly metadata: unknown;
      readonly activatedAt: Date | null;
      readonly terminatedAt: Date | null;
      readonly createdAt: Date;
      readonly updatedAt: Date;
      readonly holder: unknown;
    };
    readonly [name: `insert-${string}-orders`]: {
      readonly entry: number | null;
      readonly isScheduled: boolean;
      readonly id: string;
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
      readonly brokerId: string;
      readonly msisdn: string;
      readonly iccid: string;
      readonly subscriptionId: string | null;
      readonly externalCode: string | null;
      readonly metadata: unknown;
      readonly activatedAt: Date | null;
      readonly terminatedAt: Date | null;
      readonly createdAt: Date;
      readonly updatedAt: Date;
      readonly holder: unknown;
    };
    readonly [name: `load-orders-${string}`]: {
      readonly id: string;
      readonly type: string;
      readonly type_version: number;
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
      readonly epoch: number;
      readonly acquired_epoch: number;
      readonly acquisitions: number;
      readonly input_revision: number;
      readonly too_early: boolean;
      readonly waiting_since: Date;
      readonly away_since: Date | null;
      readonly away_ms: number | null;
      readonly broker_id: string;
      readonly input: unknown;
      readonly previous_status: string | null;
      readonly resource_type: string;
      readonly resource_id: string;
      readonly resource_status:
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
        | 'TERMINATED'
        | null;
      readonly facts: unknown;
      readonly steps: unknown;
      readonly codes: readonly string[] | null;
    };
  }
}

// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'count-all-orders': {
      readonly orders: number;
    };
    'count-resources': {
      readonly resources: number;
    };
    'count-usage-records': {
      readonly records: number;
    };
    'invariant-10-a record\'s status is the to of its last event': {
      readonly type: 'line' | 'order' | 'resource' | 'bulk-operation' | 'port-in' | 'port-out' | 'refund';
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
        | 'TERMINATED'
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
        | 'available'
        | 'reserved'
        | 'active'
        | 'suspended'
        | 'quarantined'
        | 'decommissioned'
        | 'AWAITING_APPROVAL'
        | 'RUNNING'
        | 'PAUSED'
        | 'COMPLETED_WITH_ERRORS'
        | 'REQUESTED'
        | 'CONFLICT'
        | 'ERROR';
      readonly to_status: string | null;
    };
    'invariant-11-a group has at least two members, and a line has a': {
      readonly group_id: string;
    };
    'invariant-11-a resource is suspended by its line exactly as lon': {
      readonly resource_id: string;
      readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' | 'decommissioned';
      readonly suspended_by: 'block' | 'hold' | 'both' | null;
      readonly line_id: string | null;
      readonly line_status:
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
      readonly allocated_to: string | null;
      readonly external_code: string;
      readonly type: string;
      readonly on_line: string | null;
    };
    'invariant-11-a resource on a line is in use, on a live line wit': {
      readonly resource_id: string;
      readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' | 'decommissioned';
      readonly suspended_by: 'block' | 'hold' | 'both' | null;
      readonly line_id: string;
      readonly line_status:
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
      readonly allocated_to: string | null;
      readonly external_code: string;
      readonly type: string;
      readonly on_line: string | null;
    };
    'invariant-11-an open allocation has a resource in use on the sa': {
      readonly id: string;
      readonly resource_id: string;
      readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' | 'decommissioned';
    };
    'invariant-11-no number or SIM of a live line is available or qu': {
      readonly id: string;
      readonly resource_id: string;
      readonly status: 'available' | 'reserved' | 'active' | 'suspended' | 'quarantined' | 'decommissioned';
    };
    'invariant-11-no two allocations of a resource overlap': {
      readonly resource_id: string;
      readonly id: string;
      readonly other: string;
    };
    'invariant-11-no two live lines share a number or a SIM': {
      readonly code: string;
      readonly count: string;
    };
    'invariant-12-a reserved resource has a live reservation, and a ': {
      readonly id: string;
      readonly status: 'ACTIVE' | 'CONSUMED' | 'RELEASED' | 'EXPIRED';
      readonly resource_id: string | null;
    };
    'invariant-12-a resource is reserved until the end of its reserv': {
      readonly resource_id: string;
      readonly reserved_until: Date | null;
      readonly expires_at: Date;
    };
    'invariant-12-no order that can no longer continue has claims': {
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
      readonly line_status:
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
    };
    'invariant-12-no quarantine ended before its time': {
      readonly resource_id: string;
      readonly seq: string;
      readonly at: Date;
      readonly details: unknown;
    };
    'invariant-12-no reservation or quarantine lasts long after its ': {
      readonly resource_id: string;
      readonly reserved_until: Date;
    };
    'invariant-12-no reservation was used after its end': {
      readonly resource_id: string;
      readonly seq: string;
      readonly to_status: string;
      readonly used_at: Date;
      readonly reservation_id: string;
      readonly id: string;
      readonly broker_id: string;
      readonly status: 'ACTIVE' | 'CONSUMED' | 'RELEASED' | 'EXPIRED';
      readonly quantity: number;
      readonly resource_ids: readonly string[];
      readonly reservation_ttl: number;
      readonly expires_at: Date;
      readonly metadata: unknown;
      readonly key_id: string | null;
      readonly created_at: Date;
      readonly updated_at: Date;
      readonly pool_id: string | null;
    };
    'invariant-12-no resource was released before the end of its res': {
      readonly resource_id: string;
      readonly seq: string;
      readonly at: Date;
      readonly expires_at: Date;
    };
    'invariant-14-attempts never exceed the step\'s limit': {
      readonly order_id: string;
      readonly position: number;
      readonly attempt: number;
      readonly undo_attempt: number;
    };
    'invariant-14-no order is dead-lettered without an event': {
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
    };
    'invariant-14-the number of recorded attempts equals the counter': {
      readonly order_id: string;
      readonly position: number;
      readonly attempt: number;
      readonly undo_attempt: number;
      readonly recorded: string;
      readonly undos_failed: string;
    };
    'invariant-15-the counters of a pool equal the number of its res': {
      readonly poolId: string | null;
      readonly status: string | null;
      readonly summed: number;
      readonly counted: number;
    };
    'invariant-16-a bulk operation, its lines and orders belong to o': {
      readonly id: string;
      readonly position: number;
      readonly line_id: string | null;
      readonly order_id: string | null;
    };
    'invariant-16-a record of usage and an account belong to the bro': {
      readonly id: string;
      readonly broker_id: string;
      readonly of_line: string | null;
    };
    'invariant-18-the counted records of a line equal the sum of the': {
      readonly line_id: string | null;
      readonly counted: string | null;
      readonly on_days: string | null;
    };
    'invariant-18-the used credits and the overage equal the usage o': {
      readonly account_id: string | null;
      readonly component_id: string | null;
      readonly used: string | null;
      readonly amount: string | null;
      readonly overage: string | null;
    };
    'invariant-2-a bulk operation has as many items as its total, an': {
      readonly id: string;
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
      readonly items: string;
    };
    'invariant-2-no order is due or open, and each unresolved failur': {
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
      readonly due_at: Date | null;
    };
    'invariant-3-a resource has at most one open order': {
      readonly resource_type: string;
      readonly resource_id: string;
      readonly count: string;
    };
    'invariant-3-an order belongs to at most one line of one bulk op': {
      readonly order_id: string;
      readonly count: string;
    };
    'invariant-4-a line\'s status matches its last order, and no line': {
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
      readonly order_id: string | null;
      readonly type: string | null;
      readonly order_status:
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
      readonly previous_status: string | null;
    };
    'invariant-4-a settled order is sorted by its last change, and a': {
      readonly id: string;
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
      readonly updated_at: Date;
      readonly settled_at: Date | null;
    };
    'invariant-4-a step has finished before the next one starts': {
      readonly order_id: string;
      readonly position: number;
      readonly finished_at: Date;
      readonly next_started_at: Date;
    };
    'invariant-4-an order that failed and needs attention has its fa': {
      readonly id: string;
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
      readonly step: string | null;
      readonly error_code: string | null;
    };
    'invariant-4-the steps of an order match its status, and no step': {
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
      readonly position: number;
      readonly step_status:
        | 'PENDING'
        | 'RUNNING'
        | 'SUCCESS'
        | 'FAILED'
        | 'SKIPPED'
        | 'ROLLING_BACK'
        | 'ROLLED_BACK'
        | 'ROLLBACK_FAILED';
    };
    'invariant-5-each call took effect at most once under its key': {
      readonly key: string | null;
      readonly count: string;
      readonly steps: string;
    };
    'invariant-6-every completed external step has taken effect': {
      readonly order_id: string;
      readonly type: string;
      readonly code: string;
    };
    'invariant-7-effects are undone newest first': {
      readonly order_id: string;
      readonly type: string;
      readonly code: string;
      readonly undone_later: string;
    };
    'invariant-7-every effect of a rolled back order has a later und': {
      readonly order_id: string;
      readonly type: string;
      readonly code: string;
    };
    'invariant-7-no call takes effect after its undo': {
      readonly order_id: string;
      readonly type: string;
      readonly code: string;
    };
    'invariant-8-every transition in the events is an allowed one': {
      readonly seq: string;
      readonly resource_type: string;
      readonly resource_id: string;
      readonly from_status: string | null;
      readonly to_status: string;
    };
    'invariant-9-each event\'s from is the to of the previous one, wi': {
      readonly seq: string;
      readonly resource_type: string;
      readonly resource_id: string;
      readonly from_status: string | null;
      readonly to_status: string;
      readonly before: string | null;
    };
    'test-add-resources': never;
    'test-change-line-status': never;
    'test-count-read-rows': {
      readonly read: number | null;
    };
    'test-end-waits': never;
    'test-find-settled': object;
    'test-hold-resource': object;
    'test-insert-api-key': never;
    'test-insert-broker': never;
    'test-insert-holder': never;
    'test-insert-line': never;
    'test-quarantine-all': never;
    'test-suspend-all': never;
  }
}

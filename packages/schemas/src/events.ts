import type { BulkOperationStatus } from './bulk-operations/bulk-operation.lifecycle.ts';
import type { ResourceStatus } from './inventory/resource.lifecycle.ts';
import type { LineStatus } from './lines/line.lifecycle.ts';
import type { OrderStatus } from './orders/order.lifecycle.ts';

/** The event of a line's arrival in each of its statuses. */
export const lineArrivals = {
  PROVISIONING: 'line.created',
  PROVISIONING_ERROR: 'line.provisioning-failed',
  STAND_BY: 'line.stood-by',
  ACTIVATING: 'line.activation-started',
  ACTIVATION_ERROR: 'line.activation-failed',
  ACTIVE: 'line.activated',
  BLOCKING: 'line.block-started',
  BLOCKING_ERROR: 'line.block-failed',
  BLOCKED: 'line.blocked',
  TERMINATING: 'line.termination-started',
  TERMINATION_ERROR: 'line.termination-failed',
  TERMINATED: 'line.terminated',
} as const satisfies Record<LineStatus, string>;

/** The event of an order's arrival in each of its statuses. */
export const orderArrivals = {
  PENDING: 'order.placed',
  IN_PROGRESS: 'order.started',
  COMPLETED: 'order.completed',
  FAILED: 'order.failed',
  ROLLING_BACK: 'order.rollback-started',
  ROLLED_BACK: 'order.rolled-back',
  ROLLBACK_FAILED: 'order.rollback-failed',
  CANCELLING: 'order.cancel-started',
  CANCELLED: 'order.cancelled',
  CANCEL_FAILED: 'order.cancel-failed',
} as const satisfies Record<OrderStatus, string>;

/** The event of an inventory resource's arrival in each of its statuses. What happens to a reservation is told by its resources. */
export const resourceArrivals = {
  available: 'resource.made-available',
  reserved: 'resource.reserved',
  active: 'resource.activated',
  suspended: 'resource.suspended',
  quarantined: 'resource.quarantined',
  decommissioned: 'resource.decommissioned',
} as const satisfies Record<ResourceStatus, string>;

/** The event of a bulk operation's arrival in each of its statuses. */
export const bulkOperationArrivals = {
  RUNNING: 'bulk-operation.started',
  COMPLETED: 'bulk-operation.completed',
  CANCELLING: 'bulk-operation.cancel-started',
  CANCELLED: 'bulk-operation.cancelled',
} as const satisfies Record<BulkOperationStatus, string>;

/** Events that are no move from one status to another. */
const others = [
  'line.changed',
  'line.sim-swapped',
  'line.number-changed',
  'order.superseded',
  'order.parked',
  'order.input-corrected',
  'order.step-skipped',
  'api-key.created',
  'api-key.rolled',
  'api-key.revoked',
  'resource-type.created',
  'pool.created',
  'pool.changed',
  'pool.deleted',
  'pool.low-availability',
  'resource.changed',
  'reservation.extended',
] as const;

/** Every event there is. */
export const eventTypes = [
  ...Object.values(lineArrivals),
  ...Object.values(orderArrivals),
  ...Object.values(resourceArrivals),
  ...Object.values(bulkOperationArrivals),
  ...others,
] as const;
export type EventType = (typeof eventTypes)[number];

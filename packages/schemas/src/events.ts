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

/** Events that are no move from one status to another. */
const others = ['line.changed', 'order.superseded', 'order.parked', 'api-key.created', 'api-key.rolled', 'api-key.revoked'] as const;

/** Every event there is. */
export const eventTypes = [...Object.values(lineArrivals), ...Object.values(orderArrivals), ...others] as const;
export type EventType = (typeof eventTypes)[number];

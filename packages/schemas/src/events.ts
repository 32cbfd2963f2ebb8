import type { BrokerStatus } from './lifecycles/broker.lifecycle.ts';
import type { BulkOperationStatus } from './lifecycles/bulk-operation.lifecycle.ts';
import type { InvoiceStatus } from './lifecycles/invoice.lifecycle.ts';
import type { LineStatus } from './lifecycles/line.lifecycle.ts';
import type { OrderRequest, OrderStatus } from './lifecycles/order.lifecycle.ts';
import type { PaymentStatus } from './lifecycles/payment.lifecycle.ts';
import type { PaymentMethodStatus } from './lifecycles/payment-method.lifecycle.ts';
import type { PortInStatus } from './lifecycles/port-in.lifecycle.ts';
import type { PortOutStatus } from './lifecycles/port-out.lifecycle.ts';
import type { RefundStatus } from './lifecycles/refund.lifecycle.ts';
import type { ResourceStatus } from './lifecycles/resource.lifecycle.ts';
import type { SubscriptionStatus } from './lifecycles/subscription.lifecycle.ts';
import type { TaxReceiptStatus } from './lifecycles/tax-receipt.lifecycle.ts';

/** The event for each status that a line enters. */
export const lineStatusEvents = {
  PROVISIONING: 'line.created',
  PROVISIONING_ERROR: 'line.provisioning_failed',
  STAND_BY: 'line.standby',
  ACTIVATING: 'line.activation_started',
  ACTIVATION_ERROR: 'line.activation_failed',
  ACTIVE: 'line.activated',
  BLOCKING: 'line.block_started',
  BLOCKING_ERROR: 'line.block_failed',
  BLOCKED: 'line.blocked',
  TERMINATING: 'line.termination_started',
  TERMINATION_ERROR: 'line.termination_failed',
  TERMINATED: 'line.terminated',
} as const satisfies Record<LineStatus, string>;

/** The event for each status that an order enters. */
export const orderStatusEvents = {
  PENDING: 'order.placed',
  IN_PROGRESS: 'order.started',
  COMPLETED: 'order.completed',
  FAILED: 'order.failed',
  ROLLING_BACK: 'order.rollback_started',
  ROLLED_BACK: 'order.rolled_back',
  ROLLBACK_FAILED: 'order.rollback_failed',
  CANCELLING: 'order.cancel_started',
  CANCELLED: 'order.cancelled',
  CANCEL_FAILED: 'order.cancel_failed',
} as const satisfies Record<OrderStatus, string>;

/** The event for each request on an order. Its effects have their own events. */
export const orderRequestEvents = {
  cancel: 'order.cancel_requested',
  retry: 'order.retry_requested',
  skip: 'order.skip_requested',
  rollback: 'order.rollback_requested',
  close: 'order.close_requested',
} as const satisfies Record<OrderRequest, string>;

/**
 * The event for each status that an inventory resource enters. The changes of a reservation are events of its
 * resources.
 */
export const resourceStatusEvents = {
  available: 'resource.made_available',
  reserved: 'resource.reserved',
  active: 'resource.activated',
  suspended: 'resource.suspended',
  quarantined: 'resource.quarantined',
  decommissioned: 'resource.decommissioned',
} as const satisfies Record<ResourceStatus, string>;

/** The event for each status that a bulk operation enters. */
export const bulkOperationStatusEvents = {
  AWAITING_APPROVAL: 'bulk_operation.approval_requested',
  RUNNING: 'bulk_operation.started',
  PAUSED: 'bulk_operation.paused',
  COMPLETED: 'bulk_operation.completed',
  COMPLETED_WITH_ERRORS: 'bulk_operation.completed_with_errors',
  FAILED: 'bulk_operation.failed',
  CANCELLING: 'bulk_operation.cancel_started',
  CANCELLED: 'bulk_operation.cancelled',
} as const satisfies Record<BulkOperationStatus, string>;

/** The event for each status that a subscription enters. */
export const subscriptionStatusEvents = {
  DRAFT: 'subscription.created',
  ACTIVE: 'subscription.activated',
  PAUSED: 'subscription.paused',
  CANCELLED: 'subscription.cancelled',
  EXPIRED: 'subscription.expired',
} as const satisfies Record<SubscriptionStatus, string>;

/** The event for each status that an invoice enters. */
export const invoiceStatusEvents = {
  DRAFT: 'invoice.drafted',
  OPEN: 'invoice.opened',
  PAID: 'invoice.paid',
  OVERDUE: 'invoice.overdue',
  VOID: 'invoice.voided',
} as const satisfies Record<InvoiceStatus, string>;

/** The event for each status that a payment method enters. */
export const paymentMethodStatusEvents = {
  PENDING: 'payment_method.created',
  ACTIVE: 'payment_method.activated',
  SUSPENDED: 'payment_method.suspended',
  REMOVED: 'payment_method.removed',
  REFUSED: 'payment_method.refused',
  EXPIRED: 'payment_method.expired',
} as const satisfies Record<PaymentMethodStatus, string>;

/** The event for each status that a payment enters. */
export const paymentStatusEvents = {
  PENDING: 'payment.created',
  AUTHORIZED: 'payment.authorized',
  CONFIRMED: 'payment.confirmed',
  REFUNDED: 'payment.refunded',
  CHARGED_BACK: 'payment.charged_back',
  FAILED: 'payment.failed',
  CANCELED: 'payment.canceled',
} as const satisfies Record<PaymentStatus, string>;

/** The event for each status that a refund enters. */
export const refundStatusEvents = {
  PENDING: 'refund.created',
  COMPLETED: 'refund.completed',
  FAILED: 'refund.failed',
} as const satisfies Record<RefundStatus, string>;

/** The event for each status that a tax receipt enters. */
export const taxReceiptStatusEvents = {
  DRAFT: 'tax_receipt.drafted',
  ACTIVE: 'tax_receipt.issued',
  CANCELED: 'tax_receipt.canceled',
} as const satisfies Record<TaxReceiptStatus, string>;

/** The event for each status that a port-in enters. */
export const portInStatusEvents = {
  REQUESTED: 'port_in.requested',
  PENDING: 'port_in.accepted',
  CONFLICT: 'port_in.conflicted',
  ACTIVE: 'port_in.activated',
  CANCELLING: 'port_in.cancel_started',
  CANCELLED: 'port_in.cancelled',
  ERROR: 'port_in.failed',
} as const satisfies Record<PortInStatus, string>;

/** The event for each status that a port-out enters. */
export const portOutStatusEvents = {
  PENDING: 'port_out.agreed',
  CANCELLING: 'port_out.cancel_started',
  IN_PROGRESS: 'port_out.started',
  COMPLETED: 'port_out.completed',
  CANCELLED: 'port_out.cancelled',
  ERROR: 'port_out.failed',
} as const satisfies Record<PortOutStatus, string>;

/** The event for each status that a broker enters, except at its creation. */
export const brokerStatusEvents = {
  ACTIVE: 'broker.resumed',
  SUSPENDED: 'broker.suspended',
} as const satisfies Record<BrokerStatus, string>;

/** Events that are not status changes. */
const otherEvents = [
  'line.changed',
  'line.sim_swapped',
  'line.number_changed',
  'order.superseded',
  'order.reinstated',
  'order.dead_lettered',
  'order.input_corrected',
  'order.step_skipped',
  'bulk_operation.approved',
  'bulk_operation.resumed',
  'bulk_operation.changed',
  'broker.created',
  'broker.changed',
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'pause.created',
  'pause.ended',
  'operator.created',
  'operator.changed',
  'operator.disabled',
  'operator.enabled',
  'operator.password_reset',
  'operator.password_changed',
  'operator.signed_in',
  'operator.sign_in_limited',
  'operator.signed_out',
  'operator.unmasked',
  'saved_view.created',
  'saved_view.changed',
  'saved_view.deleted',
  'resource_type.created',
  'pool.created',
  'pool.changed',
  'pool.deleted',
  'pool.low_availability_reached',
  'resource.changed',
  'range.created',
  'range.deleted',
  'reservation.extended',
  'holder.created',
  'holder.changed',
  'holder.anonymised',
  'offer.created',
  'offer.changed',
  'offer.published',
  'subscription.changed',
  'subscription.scheduled',
  'subscription.renewed',
  'subscription.last_line_ended',
  'subscription.product_added',
  'subscription.product_removed',
  'payment_method.made_default',
  'payment.cancel_requested',
  'invoice.payment_refunded',
  'payment.reversed',
  'usage.threshold_reached',
  'usage.exhausted',
  'usage.credited',
  'supplier.created',
  'supplier.changed',
  'tax_receipt.refused',
  'tax_receipt.waiting_for_rates',
  'payment.unanswered',
  'refund.unanswered',
  'payment_method.unanswered',
  'tax_receipt.unanswered',
  'port_in.unanswered',
  'port_out.unanswered',
  'payment.decided',
  'refund.decided',
  'payment_method.decided',
  'tax_receipt.decided',
  'port_in.decided',
  'port_out.decided',
  'port_in.corrected',
  'port_in.order_placed',
  'webhook_endpoint.created',
  'webhook_endpoint.changed',
  'webhook_endpoint.secret_rolled',
  'webhook_endpoint.enabled',
  'webhook_endpoint.disabled',
  'webhook_endpoint.deleted',
  'webhook_endpoint.failing',
] as const;

/** The event for each status, by the lifecycle of the record. */
export const statusEvents = {
  line: lineStatusEvents,
  order: orderStatusEvents,
  resource: resourceStatusEvents,
  'bulk-operation': bulkOperationStatusEvents,
  subscription: subscriptionStatusEvents,
  invoice: invoiceStatusEvents,
  'payment-method': paymentMethodStatusEvents,
  payment: paymentStatusEvents,
  refund: refundStatusEvents,
  'tax-receipt': taxReceiptStatusEvents,
  'port-in': portInStatusEvents,
  'port-out': portOutStatusEvents,
  broker: brokerStatusEvents,
} as const;

/** The catalogue of all event types. Each has its sentence in `events/event-descriptions.ts`. */
export const eventTypes = [
  ...Object.values(statusEvents).flatMap((events) => Object.values(events)),
  ...Object.values(orderRequestEvents),
  ...otherEvents,
] as const;
export type EventType = (typeof eventTypes)[number];

/** Names an event in code and in statements. A name that the catalogue does not have is an error of the compiler. */
export function eventType<const Type extends EventType>(type: Type): Type {
  return type;
}

import type { BrokerStatus } from './brokers/broker.lifecycle.ts';
import type { BulkOperationStatus } from './bulk-operations/bulk-operation.lifecycle.ts';
import type { ResourceStatus } from './inventory/resource.lifecycle.ts';
import type { InvoiceStatus } from './invoices/invoice.lifecycle.ts';
import type { LineStatus } from './lines/line.lifecycle.ts';
import type { OrderRequest, OrderStatus } from './orders/order.lifecycle.ts';
import type { PaymentMethodStatus } from './payment-methods/payment-method.lifecycle.ts';
import type { PaymentStatus } from './payments/payment.lifecycle.ts';
import type { PortInStatus } from './portability/port-in.lifecycle.ts';
import type { PortOutStatus } from './portability/port-out.lifecycle.ts';
import type { RefundStatus } from './refunds/refund.lifecycle.ts';
import type { SubscriptionStatus } from './subscriptions/subscription.lifecycle.ts';
import type { TaxReceiptStatus } from './tax-receipts/tax-receipt.lifecycle.ts';

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

/** The event of each thing that was asked of an order. What came of it follows as events of their own. */
export const orderRequests = {
  cancel: 'order.cancel-requested',
  retry: 'order.retry-requested',
  skip: 'order.skip-requested',
  rollback: 'order.rollback-requested',
  close: 'order.close-requested',
} as const satisfies Record<OrderRequest, string>;

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
  COMPLETED_WITH_ERRORS: 'bulk-operation.completed-with-errors',
  FAILED: 'bulk-operation.failed',
  CANCELLING: 'bulk-operation.cancel-started',
  CANCELLED: 'bulk-operation.cancelled',
} as const satisfies Record<BulkOperationStatus, string>;

/** The event of a subscription's arrival in each of its statuses. */
export const subscriptionArrivals = {
  DRAFT: 'subscription.created',
  ACTIVE: 'subscription.activated',
  PAUSED: 'subscription.paused',
  CANCELLED: 'subscription.cancelled',
  EXPIRED: 'subscription.expired',
} as const satisfies Record<SubscriptionStatus, string>;

/** The event of an invoice's arrival in each of its statuses. */
export const invoiceArrivals = {
  DRAFT: 'invoice.drafted',
  OPEN: 'invoice.opened',
  PAID: 'invoice.paid',
  OVERDUE: 'invoice.overdue',
  VOID: 'invoice.voided',
} as const satisfies Record<InvoiceStatus, string>;

/** The event of a payment method's arrival in each of its statuses. */
export const paymentMethodArrivals = {
  PENDING: 'payment-method.created',
  ACTIVE: 'payment-method.activated',
  SUSPENDED: 'payment-method.suspended',
  REMOVED: 'payment-method.removed',
  REFUSED: 'payment-method.refused',
  EXPIRED: 'payment-method.expired',
} as const satisfies Record<PaymentMethodStatus, string>;

/** The event of a payment's arrival in each of its statuses. */
export const paymentArrivals = {
  PENDING: 'payment.created',
  AUTHORIZED: 'payment.authorized',
  CONFIRMED: 'payment.confirmed',
  REFUNDED: 'payment.refunded',
  CHARGED_BACK: 'payment.charged-back',
  FAILED: 'payment.failed',
  CANCELED: 'payment.canceled',
} as const satisfies Record<PaymentStatus, string>;

/** The event of a refund's arrival in each of its statuses. */
export const refundArrivals = {
  PENDING: 'refund.created',
  COMPLETED: 'refund.completed',
  FAILED: 'refund.failed',
} as const satisfies Record<RefundStatus, string>;

/** The event of a tax receipt's arrival in each of its statuses. */
export const taxReceiptArrivals = {
  DRAFT: 'tax-receipt.drafted',
  ACTIVE: 'tax-receipt.issued',
  CANCELED: 'tax-receipt.canceled',
} as const satisfies Record<TaxReceiptStatus, string>;

/** The event of a port-in's arrival in each of its statuses. */
export const portInArrivals = {
  REQUESTED: 'port-in.requested',
  PENDING: 'port-in.accepted',
  CONFLICT: 'port-in.conflicted',
  ACTIVE: 'port-in.activated',
  CANCELLING: 'port-in.cancel-started',
  CANCELLED: 'port-in.cancelled',
  ERROR: 'port-in.failed',
} as const satisfies Record<PortInStatus, string>;

/** The event of a port-out's arrival in each of its statuses. */
export const portOutArrivals = {
  PENDING: 'port-out.agreed',
  CANCELLING: 'port-out.cancel-started',
  IN_PROGRESS: 'port-out.started',
  COMPLETED: 'port-out.completed',
  CANCELLED: 'port-out.cancelled',
  ERROR: 'port-out.failed',
} as const satisfies Record<PortOutStatus, string>;

/** The event of a broker's arrival in each of its statuses, but for its creation. */
export const brokerArrivals = {
  ACTIVE: 'broker.resumed',
  SUSPENDED: 'broker.suspended',
} as const satisfies Record<BrokerStatus, string>;

/** Events that are no move from one status to another. */
const others = [
  'line.changed',
  'line.sim-swapped',
  'line.number-changed',
  'order.superseded',
  'order.reinstated',
  'order.parked',
  'order.input-corrected',
  'order.step-skipped',
  'broker.created',
  'broker.changed',
  'api-key.created',
  'api-key.rolled',
  'api-key.revoked',
  'resource-type.created',
  'pool.created',
  'pool.changed',
  'pool.deleted',
  'pool.low-availability',
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
  'subscription.last-line-ended',
  'subscription.product-added',
  'subscription.product-removed',
  'payment-method.made-default',
  'payment.cancel-asked',
  'invoice.payment-refunded',
  'invoice.payment-taken-back',
  'usage.half-used',
  'usage.mostly-used',
  'usage.used-up',
  'usage.credited',
  'supplier.created',
  'supplier.changed',
  'tax-receipt.refused',
  'payment.unanswered',
  'refund.unanswered',
  'payment-method.unanswered',
  'tax-receipt.unanswered',
  'port-in.unanswered',
  'port-out.unanswered',
  'payment.decided',
  'refund.decided',
  'payment-method.decided',
  'tax-receipt.decided',
  'port-in.decided',
  'port-out.decided',
  'port-in.corrected',
  'port-in.order-placed',
] as const;

/** Every event there is. */
export const eventTypes = [
  ...Object.values(lineArrivals),
  ...Object.values(orderArrivals),
  ...Object.values(orderRequests),
  ...Object.values(resourceArrivals),
  ...Object.values(bulkOperationArrivals),
  ...Object.values(subscriptionArrivals),
  ...Object.values(invoiceArrivals),
  ...Object.values(paymentMethodArrivals),
  ...Object.values(paymentArrivals),
  ...Object.values(refundArrivals),
  ...Object.values(taxReceiptArrivals),
  ...Object.values(portInArrivals),
  ...Object.values(portOutArrivals),
  ...Object.values(brokerArrivals),
  ...others,
] as const;
export type EventType = (typeof eventTypes)[number];

import type { EventType } from '../events.ts';
import type { JobName } from '../jobs.ts';

/**
 * The job that writes an event without an API key, by event type. Where several jobs write one type, the event names
 * the job. Events of an order come from the job that advances orders.
 */
const jobsByEventType: { readonly [type in EventType]?: JobName } = {
  'resource.made_available': 'expire-resources',
  'pool.low_availability_reached': 'announce-low-pools',
  'bulk_operation.cancel_started': 'place-bulk-orders',
  'bulk_operation.completed': 'place-bulk-orders',
  'bulk_operation.completed_with_errors': 'place-bulk-orders',
  'bulk_operation.failed': 'place-bulk-orders',
  'bulk_operation.cancelled': 'place-bulk-orders',
  'subscription.activated': 'move-due-subscriptions',
  'subscription.paused': 'move-due-subscriptions',
  'subscription.cancelled': 'move-due-subscriptions',
  'subscription.expired': 'move-due-subscriptions',
  'subscription.scheduled': 'move-due-subscriptions',
  'subscription.renewed': 'make-invoices',
  'subscription.last_line_ended': 'end-without-lines',
  'invoice.drafted': 'make-invoices',
  'invoice.opened': 'make-invoices',
  'invoice.paid': 'ask-payment-provider',
  'invoice.overdue': 'mark-overdue',
  'invoice.payment_refunded': 'ask-payment-provider',
  'payment.reversed': 'ask-payment-provider',
  'payment_method.activated': 'ask-payment-provider',
  'payment_method.refused': 'ask-payment-provider',
  'payment_method.expired': 'expire-payment-methods',
  'payment_method.unanswered': 'ask-payment-provider',
  'payment.authorized': 'ask-payment-provider',
  'payment.confirmed': 'ask-payment-provider',
  'payment.refunded': 'ask-payment-provider',
  'payment.charged_back': 'ask-payment-provider',
  'payment.failed': 'ask-payment-provider',
  'payment.canceled': 'ask-payment-provider',
  'payment.unanswered': 'ask-payment-provider',
  'refund.completed': 'ask-payment-provider',
  'refund.failed': 'ask-payment-provider',
  'refund.unanswered': 'ask-payment-provider',
  'tax_receipt.issued': 'ask-tax-authority',
  'tax_receipt.canceled': 'ask-tax-authority',
  'tax_receipt.refused': 'ask-tax-authority',
  'tax_receipt.unanswered': 'ask-tax-authority',
  'port_in.accepted': 'ask-clearing-house',
  'port_in.conflicted': 'ask-clearing-house',
  'port_in.activated': 'ask-clearing-house',
  'port_in.cancelled': 'ask-clearing-house',
  'port_in.failed': 'ask-clearing-house',
  'port_in.order_placed': 'ask-clearing-house',
  'port_in.unanswered': 'ask-clearing-house',
  'port_out.started': 'ask-clearing-house',
  'port_out.completed': 'ask-clearing-house',
  'port_out.cancelled': 'ask-clearing-house',
  'port_out.failed': 'ask-clearing-house',
  'port_out.unanswered': 'ask-clearing-house',
  'webhook_endpoint.failing': 'maintain-webhooks',
  'webhook_endpoint.disabled': 'maintain-webhooks',
};

/** The properties of an event without a key that determine its job. */
interface EventWithoutKey {
  readonly type: string;
  readonly job: string | null;
  readonly orderId: string | null;
}

const orderResourceTypes = ['line', 'order', 'resource'];

/** Finds the job that wrote an event; undefined where it is unknown. */
export function findEventJob({ type, job, orderId }: EventWithoutKey): JobName | undefined {
  if (job !== null) return job as JobName;
  const isOfOrder = orderId !== null && orderResourceTypes.includes(type.slice(0, type.indexOf('.')));
  return isOfOrder ? 'advance-order' : jobsByEventType[type as EventType];
}

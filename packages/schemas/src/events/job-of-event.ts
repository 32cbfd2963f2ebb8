import type { EventType } from '../events.ts';
import type { JobName } from '../jobs.ts';

/**
 * The job that writes an event of a type that no key asked for. Where more than one does, the event says which. What happens in the
 * course of an order is written by the job that advances orders.
 */
const jobs: { readonly [type in EventType]?: JobName } = {
  'resource.made-available': 'expire-resources',
  'pool.low-availability': 'announce-low-pools',
  'bulk-operation.completed': 'place-bulk-orders',
  'bulk-operation.completed-with-errors': 'place-bulk-orders',
  'bulk-operation.failed': 'place-bulk-orders',
  'bulk-operation.cancelled': 'place-bulk-orders',
  'subscription.activated': 'move-due-subscriptions',
  'subscription.paused': 'move-due-subscriptions',
  'subscription.cancelled': 'move-due-subscriptions',
  'subscription.expired': 'move-due-subscriptions',
  'subscription.scheduled': 'move-due-subscriptions',
  'subscription.renewed': 'make-invoices',
  'subscription.last-line-ended': 'end-without-lines',
  'invoice.drafted': 'make-invoices',
  'invoice.opened': 'make-invoices',
  'invoice.paid': 'ask-payment-provider',
  'invoice.overdue': 'mark-overdue',
  'invoice.payment-refunded': 'ask-payment-provider',
  'invoice.payment-taken-back': 'ask-payment-provider',
  'payment-method.activated': 'ask-payment-provider',
  'payment-method.refused': 'ask-payment-provider',
  'payment-method.expired': 'expire-payment-methods',
  'payment-method.unanswered': 'ask-payment-provider',
  'payment.authorized': 'ask-payment-provider',
  'payment.confirmed': 'ask-payment-provider',
  'payment.refunded': 'ask-payment-provider',
  'payment.charged-back': 'ask-payment-provider',
  'payment.failed': 'ask-payment-provider',
  'payment.canceled': 'ask-payment-provider',
  'payment.unanswered': 'ask-payment-provider',
  'refund.completed': 'ask-payment-provider',
  'refund.failed': 'ask-payment-provider',
  'refund.unanswered': 'ask-payment-provider',
  'tax-receipt.issued': 'ask-tax-authority',
  'tax-receipt.canceled': 'ask-tax-authority',
  'tax-receipt.refused': 'ask-tax-authority',
  'tax-receipt.unanswered': 'ask-tax-authority',
  'port-in.accepted': 'ask-clearing-house',
  'port-in.conflicted': 'ask-clearing-house',
  'port-in.activated': 'ask-clearing-house',
  'port-in.cancelled': 'ask-clearing-house',
  'port-in.failed': 'ask-clearing-house',
  'port-in.order-placed': 'ask-clearing-house',
  'port-in.unanswered': 'ask-clearing-house',
  'port-out.started': 'ask-clearing-house',
  'port-out.completed': 'ask-clearing-house',
  'port-out.cancelled': 'ask-clearing-house',
  'port-out.failed': 'ask-clearing-house',
  'port-out.unanswered': 'ask-clearing-house',
};

/** What is known of an event that no key asked for. */
interface EventWithoutKey {
  readonly type: string;
  readonly job: string | null;
  readonly orderId: string | null;
}

const movedByOrders = ['line', 'order', 'resource'];

/** The job that wrote an event; undefined where that is not known. */
export function jobOfEvent({ type, job, orderId }: EventWithoutKey): JobName | undefined {
  if (job !== null) return job as JobName;
  const isOfOrder = orderId !== null && movedByOrders.includes(type.slice(0, type.indexOf('.')));
  return isOfOrder ? 'advance-order' : jobs[type as EventType];
}

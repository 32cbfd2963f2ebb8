import { type EventType, eventTypes } from '@linework/schemas/events';
import { findEventJob } from '@linework/schemas/events/find-event-job';
import { describe, expect, it } from 'vitest';

/**
 * Only requests write these events, so each has the API key of its request. The author of a new event type decides
 * whether a job can write it.
 */
const writtenByRequests: readonly EventType[] = [
  'api_key.created',
  'api_key.revoked',
  'api_key.rotated',
  'broker.changed',
  'broker.created',
  'broker.resumed',
  'broker.suspended',
  'bulk_operation.approval_requested',
  'bulk_operation.approved',
  'bulk_operation.changed',
  'bulk_operation.paused',
  'bulk_operation.resumed',
  'bulk_operation.started',
  'holder.anonymised',
  'holder.changed',
  'holder.created',
  'invoice.voided',
  'offer.changed',
  'offer.created',
  'offer.published',
  'payment_method.created',
  'payment_method.decided',
  'payment_method.made_default',
  'payment_method.removed',
  'payment_method.suspended',
  'payment.cancel_requested',
  'payment.created',
  'operator.changed',
  'operator.created',
  'operator.disabled',
  'operator.enabled',
  'operator.password_changed',
  'operator.password_reset',
  'operator.signed_in',
  'operator.sign_in_limited',
  'operator.signed_out',
  'operator.unmasked',
  'payment.decided',
  'pool.changed',
  'pool.created',
  'pool.deleted',
  'port_in.cancel_started',
  'port_in.corrected',
  'port_in.decided',
  'port_in.requested',
  'port_out.agreed',
  'port_out.cancel_started',
  'port_out.decided',
  'pause.created',
  'pause.ended',
  'range.created',
  'range.deleted',
  'refund.created',
  'refund.decided',
  'reservation.extended',
  'resource_type.created',
  'saved_view.changed',
  'saved_view.created',
  'saved_view.deleted',
  'subscription.changed',
  'subscription.created',
  'subscription.product_added',
  'subscription.product_removed',
  'supplier.changed',
  'supplier.created',
  'tax_receipt.decided',
  'tax_receipt.drafted',
  'tax_receipt.waiting_for_rates',
  'usage.credited',
  'usage.threshold_reached',
  'usage.exhausted',
  'webhook_endpoint.changed',
  'webhook_endpoint.created',
  'webhook_endpoint.deleted',
  'webhook_endpoint.enabled',
  'webhook_endpoint.secret_rolled',
];

const written = (type: EventType, orderId: string | null) => findEventJob({ type, job: null, orderId });

describe('the job of an event without an API key', () => {
  it('is known for every type that not only requests write', () => {
    const ofOrders = eventTypes.filter(
      (type) => written(type, 'an order') === 'advance-order' && written(type, null) === undefined,
    );
    const without = eventTypes.filter((type) => written(type, null) === undefined && !ofOrders.includes(type));
    expect(without.toSorted()).toEqual(writtenByRequests.toSorted());
    expect(ofOrders.length).toBeGreaterThan(20);
  });
});

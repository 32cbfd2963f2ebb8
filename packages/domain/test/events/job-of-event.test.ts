import { type EventType, eventTypes } from '@linework/schemas/events';
import { jobOfEvent } from '@linework/schemas/events/job-of-event';
import { describe, expect, it } from 'vitest';

/** Only a request writes these, so that each has the key of its request. Whoever adds an event decides whether a job can write it. */
const writtenByRequests: readonly EventType[] = [
  'api-key.created',
  'api-key.revoked',
  'api-key.rolled',
  'broker.changed',
  'broker.created',
  'broker.resumed',
  'broker.suspended',
  'bulk-operation.cancel-started',
  'bulk-operation.started',
  'holder.anonymised',
  'holder.changed',
  'holder.created',
  'invoice.voided',
  'offer.changed',
  'offer.created',
  'offer.published',
  'payment-method.created',
  'payment-method.decided',
  'payment-method.made-default',
  'payment-method.removed',
  'payment-method.suspended',
  'payment.cancel-asked',
  'payment.created',
  'payment.decided',
  'pool.changed',
  'pool.created',
  'pool.deleted',
  'port-in.cancel-started',
  'port-in.corrected',
  'port-in.decided',
  'port-in.requested',
  'port-out.agreed',
  'port-out.cancel-started',
  'port-out.decided',
  'range.created',
  'range.deleted',
  'refund.created',
  'refund.decided',
  'reservation.extended',
  'resource-type.created',
  'subscription.changed',
  'subscription.created',
  'subscription.product-added',
  'subscription.product-removed',
  'supplier.changed',
  'supplier.created',
  'tax-receipt.decided',
  'tax-receipt.drafted',
  'usage.credited',
  'usage.half-used',
  'usage.mostly-used',
  'usage.used-up',
];

const written = (type: EventType, orderId: string | null) => jobOfEvent({ type, job: null, orderId });

describe('the job of an event that no key asked for', () => {
  it('is known for every type, but for those that only requests write', () => {
    const ofOrders = eventTypes.filter((type) => written(type, 'an order') === 'advance-order' && written(type, null) === undefined);
    const without = eventTypes.filter((type) => written(type, null) === undefined && !ofOrders.includes(type));
    expect(without.toSorted()).toEqual(writtenByRequests.toSorted());
    expect(ofOrders.length).toBeGreaterThan(20);
  });
});

import { eventType, eventTypes, findEventJob } from '@linework/schemas/events';
import { describe, expect, it } from 'vitest';

const stored = { job: null, orderId: null };

describe('the job of an event without an API key', () => {
  it('is the stored one', () => {
    const event = { type: eventType('invoice.paid'), job: 'make-invoices', orderId: 'an order' };
    expect(findEventJob(event)).toBe('make-invoices');
  });

  it('is the one that advances the order, for what an order does to lines, numbers and SIMs', () => {
    const types = [eventType('line.blocked'), eventType('resource.made_available'), eventType('order.failed')];
    expect(types.map((type) => findEventJob({ ...stored, type, orderId: 'an order' }))).toEqual(
      types.map(() => 'advance-order'),
    );
  });

  it('is the one in the catalogue for an event of an earlier version', () => {
    const [paid, available] = [eventType('invoice.paid'), eventType('resource.made_available')];
    expect(findEventJob({ ...stored, type: paid })).toBe('ask-payment-provider');
    expect(findEventJob({ ...stored, type: paid, orderId: 'an order' })).toBe('ask-payment-provider');
    expect(findEventJob({ ...stored, type: available })).toBe('expire-resources');
  });

  it('is unknown where only requests or orders write it, and for a type of another version', () => {
    const types = [eventType('broker.created'), eventType('line.blocked'), 'line.forgotten'];
    expect(types.map((type) => findEventJob({ ...stored, type }))).toEqual(types.map(() => undefined));
    expect(eventTypes.filter((type) => findEventJob({ ...stored, type })).length).toBeGreaterThan(40);
  });
});

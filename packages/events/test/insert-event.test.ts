import { insertEvent, insertMove } from '@linework/events/insert-event';
import { describe, expect, it } from 'vitest';

describe('the text that writes an event', () => {
  it('has the type that follows from the status, so no other can be written', () => {
    expect(insertMove('invoice', { from: 'DRAFT', to: 'OPEN', key: ':keyId' })).toContain(
      "'invoice.opened', 'invoice'",
    );
    // @ts-expect-error An invoice has no such status.
    expect(() => insertMove('invoice', { to: 'CLOSED' })).toThrow();
    // @ts-expect-error The catalogue has no such type.
    expect(() => insertEvent('invoice.closed')).toThrow();
  });

  it('stores the job that the catalogue names', () => {
    expect(insertMove('invoice', { from: 'OPEN', to: 'OVERDUE' })).toMatch(/, job\)\s+SELECT .*, 'mark-overdue'$/);
  });

  it('stores the job only for a row without a key', () => {
    expect(insertMove('invoice', { to: 'OPEN', key: ':keyId' })).toMatch(
      /:keyId, CASE WHEN :keyId IS NULL THEN 'make-invoices' END$/,
    );
  });

  it('stores no job where only requests write events of the type', () => {
    expect(insertEvent('broker.created', { broker: 'id', key: ':keyId' })).toBe(
      'INSERT INTO event (broker_id, type, resource_type, resource_id, key_id)\n' +
        "  SELECT id, 'broker.created', 'broker', id, :keyId",
    );
  });

  it('stores no job for an event of an order, which is of the job that advances it', () => {
    expect(insertMove('order', { from: 'PENDING', to: 'IN_PROGRESS', order: 'id' })).not.toContain('job');
  });
});

import { randomUUID } from 'node:crypto';
import { type OrderRecord, showOrder } from '@linework/engine/queries/show-order';
import type { Actor } from '@linework/schemas/events/actor';
import { describe, expect, it } from 'vitest';

const metadataOf = (metadata: object, actor: Actor | undefined) => {
  const [now, id] = [new Date(), randomUUID()];
  const words = { type: 'LINE_BLOCK', status: 'PENDING', resourceType: 'line', externalCode: '', correlationId: 'c' };
  const nothing = { cancellationReason: null, failedAt: null, awaySince: null, pauseId: null, steps: [] };
  const record: OrderRecord = { ...words, ...nothing, id, resourceId: id, brokerId: id, input: {}, metadata, createdAt: now, updatedAt: now, actor };
  return showOrder(record).metadata;
};

describe('the metadata of an order', () => {
  it('has the stored actor and not the one that the client sent', () => {
    expect(metadataOf({ ticket: 7, actor: { type: 'operator' } }, { type: 'system' })).toEqual({ ticket: 7, actor: { type: 'system' } });
  });

  it('has no actor if none was stored', () => {
    expect(metadataOf({ ticket: 7, actor: { type: 'operator' } }, undefined)).toEqual({ ticket: 7 });
  });
});

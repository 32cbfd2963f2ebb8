import { randomUUID } from 'node:crypto';
import type { Actor } from '@linework/schemas/events/actor';
import { describe, expect, it } from 'vitest';
import { type OrderRecord, showOrder } from '../src/queries/show-order.ts';

const show = (changes: Partial<OrderRecord>) => {
  const [now, id] = [new Date(), randomUUID()];
  const words = { type: 'LINE_BLOCK', status: 'PENDING', resourceType: 'line', externalCode: '', correlationId: 'c' };
  const nothing = {
    cancellationReason: null,
    failedAt: null,
    unavailableSince: null,
    pauseId: null,
    steps: [],
    actor: undefined,
  };
  return showOrder({
    ...words,
    ...nothing,
    id,
    resourceId: id,
    brokerId: id,
    input: {},
    metadata: {},
    createdAt: now,
    updatedAt: now,
    ...changes,
  });
};

const metadataOf = (metadata: object, actor: Actor | undefined) => show({ metadata, actor }).metadata;

describe('the metadata of an order', () => {
  it('has the stored actor and not the one that the client sent', () => {
    expect(metadataOf({ ticket: 7, actor: { type: 'operator' } }, { type: 'system' })).toEqual({
      ticket: 7,
      actor: { type: 'system' },
    });
  });

  it('has no actor if none was stored', () => {
    expect(metadataOf({ ticket: 7, actor: { type: 'operator' } }, undefined)).toEqual({ ticket: 7 });
  });
});

describe('the time of the last change of an order', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
  const aStep = {
    position: 0,
    code: 'A',
    actionCode: 'A',
    status: 'SUCCESS',
    attempt: 1,
    error: null,
    startedAt: at(1),
    failedAt: at(2),
    finishedAt: null,
  };

  it('is that of its last step if the step changed later', () => {
    const steps = [
      { ...aStep, finishedAt: at(4) },
      { ...aStep, startedAt: at(5), failedAt: null },
    ];
    expect(show({ updatedAt: at(3), steps }).updatedAt).toBe(at(5).toISOString());
  });

  it('is its own if it changed later than its steps', () => {
    expect(show({ updatedAt: at(3), steps: [aStep] }).updatedAt).toBe(at(3).toISOString());
  });
});

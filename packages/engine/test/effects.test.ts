import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OrderSnapshot } from '../src/model/order-snapshot.ts';
import { defineOrderType } from '../src/model/order-type.ts';
import type { ResourceType } from '../src/model/resource-type.ts';
import { defineEffect, defineLocalStep } from '../src/model/step.ts';
import { draftTransition } from '../src/planning/transition-draft.ts';

const stamp = defineEffect<{ readonly id: string }>({
  name: 'stamp',
  columns: { id: 'uuid' },
  text: 'stamped AS (SELECT * FROM $rows s)',
});

const resourceWith = (name: string, effects: ResourceType['effects']): ResourceType => ({
  name,
  table: name,
  factColumns: [],
  lifecycle: { getSources: () => [], getRequests: () => [] },
  statusEvents: {},
  effects,
  notFound: () => new Error('not found'),
});

function anOrderOn(resource: ResourceType): OrderSnapshot {
  const type = defineOrderType({
    code: 'TEST',
    summary: 'An order of this test.',
    resource,
    change: { request: 'test', allowedStatuses: ['NEW'] },
    onFailure: 'halt',
    input: z.strictObject({}),
    steps: [defineLocalStep({ code: 'STAMP', action: 'test.stamp', effects: () => [] })],
  });
  const context = { orderId: 'order', brokerId: 'broker', input: {}, previousStatus: 'NEW', facts: {} };
  return {
    type,
    status: 'IN_PROGRESS',
    epoch: 1,
    acquiredEpoch: 1,
    acquisitions: 1,
    inputRevision: 0,
    isTooEarly: false,
    waitingSince: new Date(0),
    unavailable: null,
    context: { ...context, resource: { type: resource.name, id: 'id', status: 'NEW', facts: {} } },
    steps: [],
  };
}

describe('an effect', () => {
  it('is rejected if the resource type does not list it, because no statement would write it', () => {
    const draft = draftTransition(anOrderOn(resourceWith('parcel', [])));
    expect(() => draft.apply([stamp.effect({ id: 'x' })])).toThrow(
      'the effect stamp, which its resource type parcel does not list',
    );
  });
});

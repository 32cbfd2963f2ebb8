import { describe, expect, it } from 'vitest';
import type { ResourceType } from '../src/model/resource-type.ts';
import { defineEffect } from '../src/model/step.ts';
import type { RowChange } from '../src/store/commit-statement.ts';
import { chooseVariant, listCommitVariants } from '../src/store/commit-transition.ts';

const anEffect = (name: string) =>
  defineEffect<{ readonly id: string }>({
    name,
    columns: { id: 'uuid' },
    text: `${name}_done AS (SELECT * FROM $rows s)`,
  }).type;
const aResource = (...effects: readonly string[]): ResourceType => ({
  name: 'parcel',
  table: 'parcel',
  factColumns: [],
  lifecycle: { getSources: () => [], getRequests: () => [] },
  statusEvents: {},
  effects: effects.map(anEffect),
  notFound: () => new Error('not found'),
});

/** The variant for a batch whose fragments have these numbers of rows. */
const choose = (orders: 'one' | 'many', rowChange: RowChange, rows: Readonly<Record<string, number>> = {}) =>
  chooseVariant(aResource('stamp', 'weight'), { orders, rowChange, countRows: ({ name }) => rows[name] ?? 0 }).name;

describe('the variants of the statement that commits transitions', () => {
  it('are ten without effects, and twelve at most', () => {
    const count = (resource: ResourceType) => listCommitVariants(resource).length;
    expect([count(aResource()), count(aResource('a', 'b')), count(aResource('a', 'b', 'c', 'd', 'e'))]).toEqual([
      10, 12, 12,
    ]);
  });

  it.each([
    ['step', 'one', 'none', {}],
    ['next', 'one', 'renewal', {}],
    ['move', 'one', 'full', { parcel: 1 }],
    ['move', 'one', 'full', { parcel: 1, events: 2 }],
    ['move-stamp', 'one', 'full', { parcel: 1, stamp: 1, events: 1 }],
    ['move-weight', 'one', 'full', { parcel: 1, weight: 1 }],
    ['order', 'one', 'full', {}],
    ['order', 'one', 'full', { events: 1 }],
    ['order', 'one', 'none', { events: 1 }],
    ['any', 'one', 'renewal', { steps: 2 }],
    ['any', 'one', 'full', { parcel: 1, stamp: 2 }],
    ['any', 'one', 'full', { parcel: 1, stamp: 1, weight: 1 }],
    ['any', 'one', 'full', { parcel: 1, attempts: 1 }],
    ['step-batch', 'many', 'none', {}],
    ['next-batch', 'many', 'renewal', {}],
    ['order-batch', 'many', 'renewal', { events: 1 }],
    ['order-batch', 'many', 'full', { events: 9 }],
    ['move-batch', 'many', 'full', { parcel: 1, events: 9 }],
    ['move-batch', 'many', 'full', { parcel: 9, stamp: 4, events: 9 }],
    ['batch', 'many', 'full', { parcel: 9, steps: 1 }],
    ['batch', 'many', 'full', { parcel: 9, stamp: 4, weight: 5 }],
  ] as const)('have %s for a batch of %s orders, row change %s, with %o', (name, orders, needsFullUpdate, rows) => {
    expect(choose(orders, needsFullUpdate, rows)).toBe(name);
  });
});

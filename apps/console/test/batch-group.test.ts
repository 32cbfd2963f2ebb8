import { describe, expect, it } from 'vitest';
import type { Batch } from '../src/batches/batch-contract.ts';
import { findGroup, groupBatches } from '../src/batches/batch-group.ts';

const aBatch = (id: string, own: Partial<Batch> & { readonly failed?: number } = {}): Batch => {
  const { total = 1, failed = 0 } = own;
  const counts = { total, pending: 0, placed: 0, refused: 0, completed: total - failed, failed, cancelled: 0 };
  return {
    id,
    correlationId: 'one',
    operation: 'retry',
    status: 'COMPLETED',
    createdAt: '2026-11-28T03:00:00.000Z',
    finishedAt: '2026-11-28T03:01:00.000Z',
    total,
    counts,
    ...own,
  } as Batch;
};

describe('what one person has confirmed', () => {
  it('is one, with the number that was confirmed, at the place of its first batch', () => {
    const later = { createdAt: '2026-11-28T03:00:00.001Z' };
    const batches = [aBatch('a', { total: 133, failed: 3 }), aBatch('b', later), aBatch('c', { total: 67, failed: 1 })];
    const groups = groupBatches(batches);
    expect(groups.map(({ parts }) => parts.map(({ id }) => id))).toEqual([['a', 'c'], ['b']]);
    expect(groups[0]).toMatchObject({ total: 200, counts: { total: 200, completed: 196, failed: 4 } });
  });

  it('is not joined with another operation of the same correlation id', () => {
    expect(groupBatches([aBatch('a'), aBatch('b', { operation: 'close' })])).toHaveLength(2);
  });

  it('has not ended before its last batch', () => {
    const { finishedAt: _, ...running } = aBatch('b', { status: 'RUNNING' });
    expect(groupBatches([aBatch('a'), running])[0]?.finishedAt).toBeUndefined();
    const last = '2026-11-28T03:09:00.000Z';
    expect(groupBatches([aBatch('a', { finishedAt: last }), aBatch('b')])[0]?.finishedAt).toBe(last);
  });

  it.each([
    [['COMPLETED', 'RUNNING'], 'RUNNING'],
    [['RUNNING', 'PAUSED'], 'PAUSED'],
    [['AWAITING_APPROVAL', 'RUNNING'], 'AWAITING_APPROVAL'],
    [['COMPLETED', 'FAILED'], 'COMPLETED_WITH_ERRORS'],
    [['FAILED', 'FAILED'], 'FAILED'],
    [['COMPLETED', 'COMPLETED'], 'COMPLETED'],
  ] as const)('has of %s the status %s', (statuses, status) => {
    expect(groupBatches(statuses.map((own) => aBatch(own, { status: own })))[0]?.status).toBe(status);
  });

  it('is found by each of its batches', () => {
    const batches = [aBatch('a'), aBatch('b'), aBatch('c', { createdAt: '2026-11-27T00:00:00.000Z' })];
    expect(findGroup(aBatch('b'), batches).parts.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(findGroup(aBatch('d'), batches).parts.map(({ id }) => id)).toEqual(['d']);
  });
});

import { portInLifecycle } from '@linework/schemas/lifecycles/port-in.lifecycle';
import { portOutLifecycle } from '@linework/schemas/lifecycles/port-out.lifecycle';
import { describe, expect, it } from 'vitest';
import { computeNumberStatus, type NumberRequest } from '../src/number-status/compute-number-status.ts';

/** Requests in the order of their creation, an hour apart, each changed half an hour later. */
function createRequests(...statuses: readonly string[]): readonly NumberRequest[] {
  return statuses.map((text, place) => {
    const [kind, status] = text.split(' ');
    const createdAt = new Date(Date.UTC(2026, 0, 1, place));
    return {
      id: `${place}`,
      kind,
      status,
      createdAt,
      updatedAt: new Date(Date.UTC(2026, 0, 1, place, 30)),
    } as NumberRequest;
  });
}

describe('the status of a number', () => {
  it.each([
    [[], 'NONE'],
    [['in REQUESTED'], 'PORTING_IN'],
    [['in PENDING'], 'PORTING_IN'],
    [['in CONFLICT'], 'CONFLICT'],
    [['in CANCELLING'], 'CANCELLING'],
    [['in ACTIVE'], 'PORTED_IN'],
    [['in CANCELLED'], 'CANCELLED'],
    [['in ERROR'], 'FAILED'],
    [['out PENDING'], 'PORTING_OUT'],
    [['out IN_PROGRESS'], 'PORTING_OUT'],
    [['out COMPLETED'], 'PORTED_OUT'],
    [['out ERROR'], 'FAILED'],
    [['in ACTIVE', 'out COMPLETED'], 'PORTED_OUT'],
    [['out COMPLETED', 'in ACTIVE'], 'PORTED_IN'],
    [['in ACTIVE', 'out PENDING'], 'PORTING_OUT'],
    [['in ACTIVE', 'out ERROR'], 'PORTED_IN'],
    [['in ERROR', 'in CANCELLED'], 'CANCELLED'],
    [['in CANCELLED', 'in ERROR'], 'FAILED'],
    [['in ACTIVE', 'out COMPLETED', 'in CONFLICT'], 'CONFLICT'],
    [['in PENDING', 'in ERROR'], 'PORTING_IN'],
    [['in ERROR', 'in ACTIVE', 'in CANCELLED'], 'PORTED_IN'],
  ])('of %j is %s', (requests, status) => {
    expect(computeNumberStatus(createRequests(...requests)).status).toBe(status);
    expect(computeNumberStatus(createRequests(...requests).toReversed()).status).toBe(status);
  });

  it('is defined for every status of a request', () => {
    const every = [
      ...portInLifecycle.statuses.map((status) => `in ${status}`),
      ...portOutLifecycle.statuses.map((status) => `out ${status}`),
    ];
    for (const one of every) expect(computeNumberStatus(createRequests(one)).status).not.toBe('NONE');
  });

  it('depends on when it took effect, and not on when it was requested', () => {
    const [first, second] = createRequests('in ACTIVE', 'out COMPLETED');
    const late = { ...first, updatedAt: new Date(Date.UTC(2026, 0, 2)) } as NumberRequest;
    expect(computeNumberStatus([late, second as NumberRequest])).toEqual({
      status: 'PORTED_IN',
      since: late.updatedAt,
    });
  });

  it('counts from the request while the number is being ported, and otherwise from the last change', () => {
    expect(computeNumberStatus(createRequests('in PENDING')).since).toEqual(new Date(Date.UTC(2026, 0, 1, 0)));
    expect(computeNumberStatus(createRequests('in CONFLICT')).since).toEqual(new Date(Date.UTC(2026, 0, 1, 0, 30)));
    expect(computeNumberStatus([])).toEqual({ status: 'NONE' });
  });
});

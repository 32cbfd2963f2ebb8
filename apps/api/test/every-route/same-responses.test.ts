import type { Route } from '@linework/http/define-route';
import { acceptsIdempotencyKey } from '@linework/http/route-problems';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/endpoints/interface.ts';
import { everyRoute } from '../support/every-route.ts';

const statusesOf = ({ responses }: Route) => Object.keys(responses).map(Number);

/** The status of each route that `interface.md` specifies. */
const specified: Readonly<Record<string, number>> = {
  'GET /orders/{orderId}': 200,
  'GET /subscriptions/{id}': 200,
  'GET /inventory/pools': 200,
  'GET /inventory/pools/{poolId}/resources': 200,
  'GET /inventory/resources': 200,
  'POST /lines/{id}/block': 200,
  'POST /lines/{id}': 202,
  'GET /tax-receipts/{id}': 200,
  'GET /lines/{lineId}/products/{productId}/balances': 200,
};

/** The success statuses of each method. Decision 49 explains them. */
const allowed: Readonly<Record<Route['method'], readonly number[]>> = {
  get: [200],
  patch: [200],
  put: [200],
  // 204 if no record is left, otherwise the remaining record.
  delete: [204, 200, 202],
  post: [200, 201, 202, 204],
};

describe.each(everyRoute())('%s', (_name, route) => {
  it('has one success response, with an allowed status of its method', () => {
    const statuses = statusesOf(route);
    expect(statuses).toHaveLength(1);
    expect(allowed[route.method]).toContain(statuses[0]);
  });

  it('has a Location with 201 and 202, and no body with 204', () => {
    for (const [status, { body, headers, mediaType, eventStream }] of Object.entries(route.responses)) {
      if (status === '201' || status === '202') expect(Object.keys(headers ?? {})).toContain('Location');
      if (status === '204') expect([body, mediaType]).toEqual([undefined, undefined]);
      else expect(body ?? mediaType ?? eventStream).toBeDefined();
    }
  });

  it('declares each problem once by its code', () => {
    expect(route.problems).not.toContain('conflict');
    expect(new Set(route.problems).size).toBe(route.problems.length);
  });

  it('has no dry run of an order, which is a separate route', () => {
    const opensOrder = Object.values(route.responses).some(({ headers }) => headers?.['Link']?.includes('monitor'));
    // A repair is of now, and its reason is the drift.
    const members = route.name === 'repairDrift' ? [] : ['notBefore', 'reason'];
    if (opensOrder) expect(Object.keys(route.query?.shape ?? {})).toEqual(members);
  });

  it('has only records in a paged list', () => {
    if (route.method !== 'get' || route.query?.shape['limit'] === undefined) return;
    expect(Object.keys(route.responses[200]?.headers ?? {})).toEqual(['Link']);
    expect(acceptsIdempotencyKey(route)).toBe(false);
  });
});

describe('the nine operations of the interface', () => {
  const found = Object.fromEntries(everyRoute((route) => `${route.method.toUpperCase()} ${route.path}` in specified));

  it('all exist with the specified status', () => {
    const statuses = Object.fromEntries(Object.entries(found).map(([name, route]) => [name, statusesOf(route)]));
    expect(statuses).toEqual(Object.fromEntries(Object.entries(specified).map(([name, status]) => [name, [status]])));
  });

  it('have no body', () => {
    for (const route of Object.values(found))
      expect([route.body, route.stream], route.name).toEqual([undefined, undefined]);
  });
});

describe('the names of the routes', () => {
  it('begin with a verb, and their paths have nouns in small letters', () => {
    for (const { name, path } of routes) {
      expect(name).toMatch(/^[a-z]+[A-Z][A-Za-z]+$/);
      // The prefix is that of RFC 8615.
      expect(path.replace(/^\/\.well-known/, '')).toMatch(/^(\/([a-z]+(-[a-z]+)*|\{[a-z][A-Za-z]*\}))+$/);
    }
  });
});

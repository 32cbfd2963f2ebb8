import type { Route } from '@linework/http/define-route';
import { acceptsIdempotencyKey } from '@linework/http/route-problems';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/interface.ts';
import { everyRoute } from '../support/every-route.ts';

const statusesOf = ({ responses }: Route) => Object.keys(responses).map(Number);

/** What `interface.md` specifies: these answer this and nothing else. */
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

/** The statuses with which a request of a method may succeed. What each means is in decision 49. */
const allowed: Readonly<Record<Route['method'], readonly number[]>> = {
  get: [200],
  patch: [200],
  put: [200],
  // 204 where nothing is left to show, else what is left.
  delete: [204, 200, 202],
  post: [200, 201, 202, 204],
};

describe.each(everyRoute())('%s', (_name, route) => {
  it('has one answer to a request that succeeds, with a status that its method may have', () => {
    const statuses = statusesOf(route);
    expect(statuses).toHaveLength(1);
    expect(allowed[route.method]).toContain(statuses[0]);
  });

  it('says where to look after 201 and 202, and shows nothing with 204', () => {
    for (const [status, { body, headers, mediaType }] of Object.entries(route.responses)) {
      if (status === '201' || status === '202') expect(Object.keys(headers ?? {})).toContain('Location');
      if (status === '204') expect([body, mediaType]).toEqual([undefined, undefined]);
      else expect(body ?? mediaType).toBeDefined();
    }
  });

  it('names each problem by its code, and repeats none', () => {
    expect(route.problems).not.toContain('conflict');
    expect(new Set(route.problems).size).toBe(route.problems.length);
  });

  it('takes no dry run of an order, which has an address of its own', () => {
    const opensOrder = Object.values(route.responses).some(({ headers }) => headers?.['Link']?.includes('monitor'));
    if (opensOrder) expect(Object.keys(route.query?.shape ?? {})).toEqual(['notBefore']);
  });

  it('lists records and nothing else where it lists pages', () => {
    if (route.method !== 'get' || route.query?.shape['limit'] === undefined) return;
    expect(Object.keys(route.responses[200]?.headers ?? {})).toEqual(['Link']);
    expect(acceptsIdempotencyKey(route)).toBe(false);
  });
});

describe('the nine operations of the interface', () => {
  const found = Object.fromEntries(everyRoute((route) => `${route.method.toUpperCase()} ${route.path}` in specified));

  it('are all served, each with the one answer that is specified', () => {
    const statuses = Object.fromEntries(Object.entries(found).map(([name, route]) => [name, statusesOf(route)]));
    expect(statuses).toEqual(Object.fromEntries(Object.entries(specified).map(([name, status]) => [name, [status]])));
  });

  it('take no body', () => {
    for (const route of Object.values(found)) expect([route.body, route.stream], route.name).toEqual([undefined, undefined]);
  });
});

describe('the names of the routes', () => {
  it('begin with a verb, and the path says the noun in small letters', () => {
    for (const { name, path } of routes) {
      expect(name).toMatch(/^[a-z]+[A-Z][A-Za-z]+$/);
      expect(path).toMatch(/^(\/([a-z]+(-[a-z]+)*|\{[a-z][A-Za-z]*\}))+$/);
    }
  });
});

import { aCallerOf, anOperator } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';
import { buildCountQuery, buildPageQuery, type OrderPageQuery } from '../src/order-list/build-page-query.ts';

const brokerId = '018f0000-0000-7000-8000-000000000001';
const page: OrderPageQuery = { page: 1, limit: 20, sortBy: 'createdAt', sortOrder: 'desc' };

describe('the query of the list of orders', () => {
  it('sees only the orders of the broker that asks', () => {
    for (const { text, values } of [
      buildPageQuery(aCallerOf({ id: brokerId }), page),
      buildCountQuery(aCallerOf({ id: brokerId }), {}),
    ]) {
      expect(text).toMatch(/o\.broker_id = \$\d+::uuid/);
      expect(values).toContain(brokerId);
    }
  });

  it('sees the orders of every broker for an operator', () => {
    expect(buildCountQuery(anOperator(), {})).toEqual({ text: expect.not.stringContaining('broker_id'), values: [] });
  });

  it('binds each value and writes none into the text', () => {
    const hostile = "'; DROP TABLE orders; --";
    const { text, values } = buildPageQuery(anOperator(), { ...page, correlationId: hostile });
    expect(text).not.toContain('DROP');
    expect(values).toContain(hostile);
  });

  it('repeats the condition of the index of failed orders, without which the planner does not use it', () => {
    expect(buildCountQuery(anOperator(), { status: ['FAILED'] }).text).toContain('o.failed_at IS NOT NULL');
  });
});

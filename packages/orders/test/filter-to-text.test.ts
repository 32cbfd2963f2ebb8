import { orderFilters } from '@linework/schemas/orders/order-filters';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { filterToJson, filterToText } from '../src/order-groups/filter-to-text.ts';
import type { OrderFilters } from '../src/order-list/order-filters.ts';

const parser = z.strictObject(orderFilters);
const filters: OrderFilters = {
  status: ['FAILED', 'CANCEL_FAILED'],
  superseded: false,
  errorCode: ['code, with & comma', 'plain'],
  msisdn: '+5511900002005',
  createdAtFrom: new Date('2026-01-02T03:04:05.678Z'),
  brokerId: undefined,
};

describe('the filters of orders as text', () => {
  it('are the same after the list has parsed its query', () => {
    expect(parser.parse(Object.fromEntries(new URLSearchParams(filterToText(filters))))).toEqual(filters);
  });

  it('are the same after a bulk operation has parsed its body', () => {
    expect(parser.parse(JSON.parse(JSON.stringify(filterToJson(filters))))).toEqual(filters);
  });

  it('have no member that only says how the query is read', () => {
    const inConsole = { ...filters, isReaderMasked: true };
    expect(filterToText(inConsole)).toBe(filterToText(filters));
    expect(filterToJson(inConsole)).toEqual(filterToJson(filters));
  });
});

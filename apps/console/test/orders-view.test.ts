import { orderFilters } from '@linework/schemas/orders/order-filters';
import { describe, expect, it } from 'vitest';
import { localTime, readFilterText } from '../src/lists/filters.ts';
import { mergeFresh } from '../src/lists/merge-fresh.ts';
import {
  filterNames,
  findView,
  readOrdersSearch,
  orderFilters as shownFilters,
  toOrderFilter,
  withFilter,
} from '../src/orders/orders-search.ts';
import { parseSearch, stringifySearch } from '../src/shell/search-text.ts';
import { durationText, relativeTime, relativeToTick } from '../src/ui/text/relative-time.ts';
import { toPhrase, toWords } from '../src/ui/text/status-tone.ts';
import { keysBetween } from '../src/ui/use-selection.ts';

describe('the address of the orders', () => {
  it('without filters is what failed and is not repaired', () => {
    expect(toOrderFilter({})).toEqual({ status: 'FAILED,ROLLBACK_FAILED,CANCEL_FAILED', superseded: 'false' });
  });

  it('with a status has no other filter than those in it', () => {
    expect(toOrderFilter({ status: 'COMPLETED', type: 'LINE_BLOCK' })).toEqual({
      status: 'COMPLETED',
      type: 'LINE_BLOCK',
    });
  });

  it('with the status any filters by no status', () => {
    expect(toOrderFilter({ status: 'any', brokerId: 'b' })).toEqual({ brokerId: 'b' });
  });

  it('keeps a filter as the text of the API, and leaves out what is none', () => {
    const search = readOrdersSearch(parseSearch('?status=FAILED,CANCEL_FAILED&msisdn=%2B5511&admin=1'));
    expect(search).toEqual({ status: 'FAILED,CANCEL_FAILED', msisdn: '+5511' });
    expect(stringifySearch(search)).toBe('?status=FAILED,CANCEL_FAILED&msisdn=%2B5511');
  });

  it('names the view of its status', () => {
    expect([findView({}), findView({ status: 'any' }), findView({ status: 'FAILED' })].map((view) => view?.id)).toEqual(
      ['attention', 'all', undefined],
    );
  });
});

describe('the filters of the orders', () => {
  it('are all that the list has', () => {
    expect([...filterNames].toSorted()).toEqual(Object.keys(orderFilters).toSorted());
    expect(shownFilters.map(({ name }) => name)).toEqual(filterNames);
  });

  it('are what is typed; nothing removes a filter, and a time is one of the reader', () => {
    expect(readFilterText({ name: 'resourceId' }, ' a-1 ')).toBe('a-1');
    expect(readFilterText({ name: 'resourceId' }, '  ')).toBeUndefined();
    const time = readFilterText({ name: 'createdAtFrom', values: 'time' }, '2026-03-01T10:30') ?? '';
    expect(new Date(time).getTime()).toBe(new Date(2026, 2, 1, 10, 30).getTime());
    expect(localTime(time)).toBe('2026-03-01T10:30:00');
    expect(localTime('yesterday')).toBe('');
  });

  it('keep out what is superseded when a status of the first view is chosen, and without a status are all orders', () => {
    expect(toOrderFilter(withFilter({}, 'status', 'FAILED'))).toEqual({ status: 'FAILED', superseded: 'false' });
    expect(toOrderFilter(withFilter({ status: 'FAILED', type: 'LINE_BLOCK' }, 'status', undefined))).toEqual({
      type: 'LINE_BLOCK',
    });
  });
});

describe('a list that is asked for again', () => {
  const row = (id: string, updatedAt = '1') => ({ id, updatedAt });

  it('updates the rows in place and only counts the new ones', () => {
    const top = { items: [row('d'), row('c'), row('b', '2'), row('a')] };
    expect(mergeFresh([row('b'), row('a')], top)).toEqual({ rows: [row('b', '2'), row('a')], newCount: 2 });
  });

  it('keeps a row that no longer matches where it is', () => {
    expect(mergeFresh([row('b'), row('a')], { items: [row('a')] })).toEqual({
      rows: [row('b'), row('a')],
      newCount: 0,
    });
  });
});

describe('a time', () => {
  it('is relative in one unit', () => {
    expect([
      relativeTime(0, 4_000),
      relativeTime(0, 59_000),
      relativeTime(0, 7_300_000),
      relativeTime(90_000, 0),
    ]).toEqual(['now', '59 s ago', '2 h ago', 'in 1 min']);
  });

  it('since the last tick of the clock is now, and one to come is in the future', () => {
    expect([relativeToTick(9_000, 0, 9_500), relativeToTick(30_000, 0, 9_500)]).toEqual(['now', 'in 20 s']);
  });

  it('is a duration in at most two units', () => {
    expect([40, 4_240, 42_000, 200_000, 7_500_000].map(durationText)).toEqual([
      '40 ms',
      '4.2 s',
      '42 s',
      '3 min 20 s',
      '2 h 5 min',
    ]);
  });
});

it('a selection with shift reaches from the last row to this one, in both directions', () => {
  expect([
    keysBetween(['a', 'b', 'c', 'd'], 'd', 'b'),
    keysBetween(['a', 'b'], undefined, 'b'),
    keysBetween(['a', 'b'], 'gone', 'b'),
  ]).toEqual([['b', 'c', 'd'], ['b'], ['b']]);
});

it('a code is words, in which abbreviations keep their capitals', () => {
  expect(
    ['ROLLBACK_FAILED', 'LINE_BLOCK', 'LINE_SIM_SWAP', 'line.sim_changed', 'HLR', 'dead-lettered'].map((code) =>
      toWords(code),
    ),
  ).toEqual(['Rollback failed', 'Line block', 'SIM swap', 'Line SIM changed', 'HLR', 'Dead lettered']);
  expect(['LINE_SIM_SWAP', 'SUSPEND_NETWORK'].map((code) => toPhrase(code))).toEqual(['SIM swap', 'suspend network']);
});

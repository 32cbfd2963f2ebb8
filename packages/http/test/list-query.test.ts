import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type Cursor, decodeCursor, encodeCursor } from '../src/cursor.ts';
import { listFromText } from '../src/from-text.ts';
import { listQuery, timeFilters } from '../src/list-query.ts';

const id = '0193d2c0-1111-7abc-8def-001122334455';
const cursor: Cursor = {
  sortBy: 'createdAt',
  sortOrder: 'desc',
  value: '2026-11-20T10:00:00.123456Z',
  id,
  direction: 'next',
  page: 2,
};
const kinds = { createdAt: 'time', externalCode: 'text', availableResourcesCount: 'number' } as const;
const query = listQuery({
  sortBy: kinds,
  filters: { ...timeFilters, status: listFromText(z.enum(['available', 'active'])).optional() },
});

function errorsOf(input: object): readonly string[] {
  return query.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

describe('the query of a list', () => {
  it('selects the newest 20 records by default', () => {
    expect(query.parse({})).toEqual({ limit: 20, sortBy: 'createdAt', sortOrder: 'desc' });
  });

  it('reads numbers, times and several values', () => {
    expect(
      query.parse({ limit: '100', page: '7', status: 'available,active', createdAtFrom: '2026-11-20T10:00:00-03:00' }),
    ).toMatchObject({
      limit: 100,
      page: 7,
      status: ['available', 'active'],
      createdAtFrom: new Date('2026-11-20T13:00:00Z'),
    });
    expect(query.parse({ status: ['available', 'active'] }).status).toEqual(['available', 'active']);
  });

  it('accepts a time offset whose plus sign was not encoded', () => {
    expect(query.parse({ updatedAtTo: '2026-11-20T10:00:00 02:00' }).updatedAtTo).toEqual(
      new Date('2026-11-20T08:00:00Z'),
    );
  });

  it.each([
    '2026-11-20T08:00Z',
    '2026-11-20T08:00:00.000z',
    '2026-11-20t08:00:00Z',
    '2026-11-20T11:00:00+03',
    '2026-11-20T11:00 03',
    '2026-11-20T11:00:00+0300',
    '2026-11-20T04:30-0330',
  ])('accepts each ISO 8601 notation of a time: %s', (text) => {
    expect(query.parse({ createdAtFrom: text, createdAtTo: text })).toMatchObject({
      createdAtFrom: new Date('2026-11-20T08:00:00Z'),
      createdAtTo: new Date('2026-11-20T08:00:00Z'),
    });
  });

  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
    ['2026-11-20T10:00', '2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T10:00:00.5', '2026-11-20T10:00:00.500Z', '2026-11-20T10:00:00.500Z'],
  ])('reads %s as UTC, and a date without a time as the whole day', (text, from, to) => {
    expect(query.parse({ createdAtFrom: text, createdAtTo: text })).toMatchObject({
      createdAtFrom: new Date(from),
      createdAtTo: new Date(to),
    });
  });

  it('describes the format of a time if the value is not a time', () => {
    expect(errorsOf({ createdAtFrom: '20.11.2026' })).toEqual([
      'createdAtFrom: must be an ISO 8601 date, or date and time, like 2026-12-31 or 2026-12-31T12:00:00Z',
    ]);
  });

  it('rounds a bound with microseconds so that it excludes values outside the range', () => {
    const at = (text: string) => query.parse({ createdAtFrom: text, createdAtTo: text });
    const [before, after] = [new Date('2026-11-20T08:00:42.724Z'), new Date('2026-11-20T08:00:42.725Z')];
    expect(at('2026-11-20T08:00:42.724999Z')).toMatchObject({ createdAtFrom: after, createdAtTo: before });
    expect(at('2026-11-20T08:00:42.724000Z')).toMatchObject({ createdAtFrom: before, createdAtTo: before });
  });

  it.each([
    ['limit', ['0', '101', '1e1', '-1', '', ' 5', '5.5', '99999999999999999999']],
    ['page', ['0', '10001', 'x', '١']],
    ['sortBy', ['', 'brokerId', 'toString', '__proto__']],
    ['sortOrder', ['ASC', '']],
    ['status', ['', 'gone', 'available,', 'available,gone']],
    [
      'createdAtFrom',
      [
        '',
        '2026-02-30T10:00:00Z',
        '0000-01-01T00:00:00Z',
        '9999-12-31T23:59:59-01:00',
        '2026-11-20T08Z',
        '2026-11-20T08:00+3',
        '2026-11-20T08:00+03:',
        'now',
      ],
    ],
  ])('rejects %s with any of %j', (name, texts) => {
    for (const text of texts) expect(query.safeParse({ [name]: text }).success, text).toBe(false);
  });

  it('rejects a single value that is sent twice, and unknown parameters', () => {
    expect(query.safeParse({ limit: ['1', '2'] }).success).toBe(false);
    expect(query.safeParse({ Limit: '1' }).success).toBe(false);
  });

  it('has the types of its fields and filters', () => {
    type Query = z.output<typeof query>;
    expectTypeOf<Query['sortBy']>().toEqualTypeOf<'createdAt' | 'externalCode' | 'availableResourcesCount'>();
    expectTypeOf<Query['limit']>().toEqualTypeOf<number>();
    expectTypeOf<Query['status']>().toEqualTypeOf<('available' | 'active')[] | undefined>();
  });
});

describe('a cursor', () => {
  it('is decoded to its position', () => {
    const text = encodeCursor(cursor);
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(query.parse({ cursor: text }).cursor).toEqual(cursor);
  });

  it('replaces a page, and needs the same sort order', () => {
    const text = encodeCursor(cursor);
    expect(errorsOf({ cursor: text, page: '1' })).toEqual(['cursor: cannot be combined with page']);
    expect(errorsOf({ cursor: text, sortOrder: 'asc' })).toEqual(['cursor: belongs to a list with another sort order']);
    expect(errorsOf({ cursor: text, sortBy: 'externalCode' })).toEqual([
      'cursor: belongs to a list with another sort order',
    ]);
  });

  it('is reported together with other errors', () => {
    expect(errorsOf({ cursor: encodeCursor(cursor), page: '1', limit: '0', status: 'gone' })).toHaveLength(3);
  });

  it.each([
    { ...cursor, value: 'yesterday' },
    { ...cursor, value: '0000-01-01T00:00:00Z' },
    { ...cursor, value: `2026-11-20T10:00:00.${'1'.repeat(200)}Z` },
    { ...cursor, value: '2026-02-30T10:00:00Z' },
    { ...cursor, value: 7 },
    { ...cursor, sortBy: 'availableResourcesCount', value: '7' },
    { ...cursor, sortBy: 'availableResourcesCount', value: 1e300 },
    { ...cursor, sortBy: 'externalCode', value: 'a\0b' },
    { ...cursor, sortBy: 'externalCode', value: '\ud800' },
    { ...cursor, sortBy: 'brokerId' },
    { ...cursor, sortBy: 'constructor' },
    { ...cursor, id: 'x' },
    { ...cursor, direction: 'up' as never },
    { ...cursor, page: 0 },
  ])('is rejected if it is forged: %j', (forged) => {
    expect(decodeCursor(encodeCursor(forged), kinds)).toBeUndefined();
    expect(errorsOf({ cursor: encodeCursor(forged) })[0]).toBe('cursor: is not a cursor of this list');
  });

  it.each(['', 'x', '!!!', 'bnVsbA', '🦊'])('is not %j', (text) => {
    expect(decodeCursor(text, kinds)).toBeUndefined();
  });
});

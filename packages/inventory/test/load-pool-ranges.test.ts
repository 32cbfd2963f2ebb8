import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPoolRanges } from '../src/ranges/load-pool-ranges.ts';

const pool = { id: 'p', typeId: 't', brokerId: 'b', typeCode: 'MSISDN' };

/** Ranges that do not overlap, of codes with three digits. */
const someRanges = fc
  .uniqueArray(fc.integer({ min: 100, max: 999 }), { maxLength: 20 })
  .map((ends) => ends.toSorted((one, other) => one - other))
  .map((ends) =>
    ends.flatMap((from, at) =>
      at % 2 === 0 && ends[at + 1] !== undefined
        ? [{ kind: 'MSISDN', from: String(from), to: String(ends[at + 1]) }]
        : [],
    ),
  );

describe('the ranges of a broker', () => {
  it('contain a code when one of them does', async () => {
    await fc.assert(
      fc.asyncProperty(someRanges, fc.integer({ min: 100, max: 999 }), async (ranges, number) => {
        const check = await loadPoolRanges({ query: async () => ranges as never }, pool);
        const code = String(number);
        const isWithin = ranges.some(({ from, to }) => from <= code && code <= to);
        expect(check({ externalCode: code })).toEqual(isWithin ? [] : ['externalCode']);
      }),
    );
  });

  it('contain no code of another length, and are not checked for an absent code', async () => {
    const check = await loadPoolRanges(
      { query: async () => [{ kind: 'MSISDN', from: '100', to: '999' }] as never },
      pool,
    );
    expect([check({ externalCode: '1000' }), check({ externalCode: '10' }), check({})]).toEqual([
      ['externalCode'],
      ['externalCode'],
      [],
    ]);
  });

  it('are not read for a type without ranges', async () => {
    const check = await loadPoolRanges(
      { query: () => Promise.reject(new Error('The database was queried.')) },
      { ...pool, typeCode: 'ROUTER' },
    );
    expect(check({ externalCode: 'x' })).toEqual([]);
  });
});

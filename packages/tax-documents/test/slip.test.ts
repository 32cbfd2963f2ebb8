import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCollectionSlip, calculateModuloTen } from '../src/build-collection-slip.ts';
import { calculateBarWidths, formatSlip, getBarDigits } from '../src/pdf/slip.ts';

/** The example of a telephone bill in FEBRABAN's form that payment libraries test with. */
const typed = '846700000017435900240209024050002435842210108119';

describe('a payment slip', () => {
  it('ends each of its blocks with a check digit by modulo 10', () => {
    for (const block of buildCollectionSlip({ amount: '89.70', collector: '0482', reference: '4812' }).match(
      /\d{12}/g,
    ) ?? []) {
      expect(calculateModuloTen(block.slice(0, 11))).toBe(block.slice(11));
    }
    for (const block of typed.match(/\d{12}/g) ?? [])
      expect(calculateModuloTen(block.slice(0, 11))).toBe(block.slice(11));
  });

  it('has in its bars the typed digits, without the check digits of the blocks', () => {
    const bars = getBarDigits(buildCollectionSlip({ amount: '1234.56', collector: '0482', reference: '4812' }));
    expect(getBarDigits(typed)).toBe('84670000001435900240200240500024384221010811');
    expect(bars).toMatch(/^846\d00000123456048200000000000000000000048\d{2}$/);
    expect(calculateModuloTen(bars.slice(0, 3) + bars.slice(4))).toBe(bars.slice(3, 4));
  });

  it('of a bank has another order in its bars than in its digits', () => {
    expect(getBarDigits('00190500954014481606906809350314337370000000100')).toBe(
      '00193373700000001000500940144816060680935031',
    );
    expect(formatSlip('00190500954014481606906809350314337370000000100')).toBe(
      '00190.50095 40144.816069 06809.350314 3 37370000000100',
    );
  });

  it.each([
    [{ amount: '1000000000.00' }],
    [{ collector: '482' }],
    [{ reference: '1'.repeat(26) }],
    [{ reference: '' }],
    [{ amount: '1.005' }],
  ])('rejects %j', (wrong) => {
    expect(() => buildCollectionSlip({ amount: '89.70', collector: '0482', reference: '4812', ...wrong })).toThrow(
      RangeError,
    );
  });

  it('can be read from its bars, with any content', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{44}$/), (digits) => {
        expect(read(calculateBarWidths(digits))).toBe(digits);
      }),
    );
  });
});

/**
 * Reads interleaved 2 of 5 as a scanner does, by the standard's table: bars are the first digit of a pair, spaces the
 * second.
 */
function read(widths: readonly number[]): string {
  const widePatterns: Readonly<Record<string, string>> = {
    '23': '0',
    '04': '1',
    '14': '2',
    '01': '3',
    '24': '4',
    '02': '5',
    '12': '6',
    '34': '7',
    '03': '8',
    '13': '9',
  };
  const body = widths.slice(4, -3);
  const pairs = Array.from({ length: body.length / 10 }, (_, index) => body.slice(index * 10, index * 10 + 10));
  const digitOf = (pair: readonly number[], offset: number) =>
    widePatterns[[0, 1, 2, 3, 4].filter((place) => pair[place * 2 + offset] === 3).join('')];
  return pairs.map((pair) => `${digitOf(pair, 0)}${digitOf(pair, 1)}`).join('');
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  difference,
  formatDecimal,
  isDecimal,
  isGreater,
  multiplyToCents,
  percentToCents,
  sum,
} from '../src/model/decimal.ts';

const cents = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n });
const formatCents = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;

describe('a decimal', () => {
  it('is added without losing a cent', () => {
    fc.assert(
      fc.property(fc.array(cents), (amounts) => {
        expect(sum(amounts.map(formatCents))).toBe(formatCents(amounts.reduce((a, b) => a + b, 0n)));
      }),
    );
  });

  it('returns the other summand if one is subtracted from the sum', () => {
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        expect(difference(sum([formatCents(one), formatCents(other)]), formatCents(other))).toBe(formatCents(one));
      }),
    );
  });

  it('is never negative', () => {
    expect(() => difference('1.00', '1.01')).toThrow(RangeError);
  });

  it.each([
    ['3', '0.335', '1.00'],
    ['1', '0.005', '0.00'],
    ['1', '0.015', '0.02'],
    ['1', '0.025', '0.02'],
    ['1', '0.0250000001', '0.03'],
    ['20', '2.495', '49.90'],
    ['0.0001', '0.00000001', '0.00'],
    ['99999999999.9999', '1', '100000000000.00'],
  ])('is multiplied half-even to cents: %s x %s = %s', (one, other, product) => {
    expect(multiplyToCents(one, other)).toBe(product);
  });

  it.each([
    ['49.90', '18', '8.98'],
    ['49.90', '0.65', '0.32'],
    ['50.00', '0.65', '0.32'],
    ['0.00', '3', '0.00'],
  ])('is %s for a base of which %s per cent are %s', (base, rate, amount) => {
    expect(percentToCents(base, rate)).toBe(amount);
  });

  it('is written with as many places as requested', () => {
    expect([
      formatDecimal('7', 2),
      formatDecimal('007.5', 2),
      formatDecimal('1.2345', 2, 8),
      formatDecimal('1.5000', 2),
      formatDecimal('3', 4),
    ]).toEqual(['7.00', '7.50', '1.2345', '1.50', '3.0000']);
  });

  it('is never cut', () => {
    expect(() => formatDecimal('1.005', 2)).toThrow(RangeError);
  });

  it.each(['', '-1', '+1', '1,5', '1e3', '.5', '1.', ' 1', 'NaN'])('is not %j', (text) => {
    expect(isDecimal(text, 2)).toBe(false);
    expect(() => sum([text])).toThrow(RangeError);
  });

  it('is compared by its value', () => {
    expect([isGreater('10', '9.99'), isGreater('9.990', '9.99'), isGreater('9', '10')]).toEqual([true, false, false]);
  });
});

import { aReceipt } from '@linework/testing/documents/a-receipt';
import { describe, expect, it } from 'vitest';
import { findIbsCbsRates, ibsCbsYears } from '../../src/ibs-cbs/find-ibs-cbs-rates.ts';
import { findRatesAtIssue } from '../../src/ibs-cbs/find-rates-at-issue.ts';
import type { TaxRegime } from '../../src/receipt.ts';

describe('the rates of IBS and CBS', () => {
  it.each<[year: number, regime: TaxRegime, found: unknown]>([
    [2025, 'NORMAL', 'NONE'],
    [2026, 'NORMAL', { year: 2026, state: '0.1', city: '0', cbs: '0.9', isAddedToTotal: false }],
    [2026, 'SIMPLE', 'NONE'],
    [2026, 'SIMPLE_EXCEEDED', 'NONE'],
    [2027, 'NORMAL', 'UNKNOWN'],
    [2027, 'SIMPLE', 'UNKNOWN'],
    [2028, 'NORMAL', 'UNKNOWN'],
    [2029, 'NORMAL', 'UNKNOWN'],
    [2099, 'SIMPLE', 'UNKNOWN'],
  ])('of %i for a company that is %s are %j', (year, regime, found) => {
    expect(findIbsCbsRates(year, regime)).toEqual(found);
  });

  it('are one row per year, each with its law', () => {
    expect(new Set(ibsCbsYears.map(({ year }) => year)).size).toBe(ibsCbsYears.length);
    for (const { source } of ibsCbsYears) expect(source).toContain('214/2025');
  });

  it.each([
    ['2026-01-01T02:59:59Z', 'SP', 'NONE'],
    ['2026-01-01T03:00:00Z', 'SP', 2026],
    ['2027-01-01T02:59:59Z', 'SP', 2026],
    ['2027-01-01T03:10:00Z', 'SP', 'UNKNOWN'],
    // Acre is two hours behind São Paulo.
    ['2027-01-01T04:59:59Z', 'AC', 2026],
    ['2027-01-01T05:00:00Z', 'AC', 'UNKNOWN'],
  ] as const)('of a receipt that is issued at %s are those of the year in its state, in %s: %s', (at, state, expected) => {
    const { issuer } = aReceipt();
    const found = findRatesAtIssue({ issuer: { ...issuer, address: { ...issuer.address, state } } }, { at: new Date(at) });
    expect(typeof found === 'string' ? found : found.year).toBe(expected);
  });
});

import { expect, it } from 'vitest';
import { taxRatesText } from '../src/overview/tax-rates-text.ts';

const cbs = { tax: 'CBS', rate: null, regimes: ['NORMAL'], firstDay: '2027-01-01' } as const;
const ended = { ...cbs, tax: 'PIS', regimes: [] } as const;
const known = { ...cbs, tax: 'ICMS', rate: '18' } as const;

it.each([
  [[known, ended], 0, 'The next 60 days have all rates. No receipt waits.'],
  [[known, cbs, ended], 0, 'CBS has no rate from 1 Jan 2027 on. No receipt waits.'],
  [
    [cbs, { ...cbs, tax: 'IBS_STATE', firstDay: '2026-12-31' } as const],
    1,
    'CBS, IBS_STATE have no rate from 31 Dec 2026 on. 1 receipt waits for rates.',
  ],
  [[cbs], 2_000, 'CBS has no rate from 1 Jan 2027 on. 2,000 receipts wait for rates.'],
])('the overview says which rates are missing and how many receipts wait (%#)', (rates, count, text) => {
  expect(taxRatesText(rates, count)).toBe(text);
});

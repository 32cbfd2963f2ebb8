import { localTime } from '../local-time.ts';
import type { Issue, Receipt } from '../receipt.ts';
import { findIbsCbsRates, type RatesFound } from './rates.ts';

/**
 * The rates for a receipt that is issued at an instant: those of the year in which its state's clock shows it (dhEmi). The authority's validations
 * 316, 321 and 326 go by that date, and refuse any other year's rates.
 */
export function ratesAtIssue({ issuer }: Pick<Receipt, 'issuer'>, { at }: Pick<Issue, 'at'>): RatesFound {
  const year = Number(localTime(at, issuer.address.state).slice(0, 'YYYY'.length));
  return findIbsCbsRates(year, issuer.regime);
}

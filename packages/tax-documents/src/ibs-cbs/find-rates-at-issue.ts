import { formatLocalTime } from '../format-local-time.ts';
import type { Issue, Receipt } from '../receipt.ts';
import { findIbsCbsRates, type RatesResult } from './find-ibs-cbs-rates.ts';

/**
 * The rates for a receipt that is issued at an instant: those of the year in which its state's clock shows it (dhEmi). The authority's validations
 * 316, 321 and 326 go by that date, and refuse any other year's rates.
 */
export function findRatesAtIssue({ issuer }: Pick<Receipt, 'issuer'>, { at }: Pick<Issue, 'at'>): RatesResult {
  const year = Number(formatLocalTime(at, issuer.address.state).slice(0, 'YYYY'.length));
  return findIbsCbsRates(year, issuer.regime);
}

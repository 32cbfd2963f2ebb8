import { formatLocalTime } from '../format-local-time.ts';
import type { Issue, Receipt } from '../receipt.ts';
import { findIbsCbsRates, type RatesResult } from './find-ibs-cbs-rates.ts';

/**
 * The rates for a receipt that is issued at an instant: those of the year of its issue in the state's local time (dhEmi). The authority's validations
 * 316, 321 and 326 use that date and reject any other year's rates.
 */
export function findRatesAtIssue({ issuer }: Pick<Receipt, 'issuer'>, { at }: Pick<Issue, 'at'>): RatesResult {
  const year = Number(formatLocalTime(at, issuer.address.state).slice(0, 'YYYY'.length));
  return findIbsCbsRates(year, issuer.regime);
}

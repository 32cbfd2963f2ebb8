import { calculateTotals } from '../calculate-totals.ts';
import { formatDecimal, sum } from '../decimal.ts';
import type { Receipt } from '../receipt.ts';
import { findRatesAtIssue } from './find-rates-at-issue.ts';

/** The document's total (vTotDFe): the items, plus IBS and CBS in the years in which they are added. In 2026 they are not. */
export function calculateDocumentTotal(receipt: Receipt): string {
  const { net, ibs, cbs } = calculateTotals(receipt);
  const rates = receipt.issue === null ? 'NONE' : findRatesAtIssue(receipt, receipt.issue);
  const isAdded = typeof rates === 'object' && rates.isAddedToTotal;
  return isAdded ? formatDecimal(sum([net, ibs, cbs]), 2) : net;
}

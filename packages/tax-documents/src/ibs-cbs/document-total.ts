import { fixed, sum } from '../decimal.ts';
import type { Receipt } from '../receipt.ts';
import { totalsOf } from '../totals.ts';
import { ratesAtIssue } from './issue-year.ts';

/** The document's total (vTotDFe): the items, and IBS and CBS on top of them in the years in which they are added. In 2026 they are not. */
export function documentTotalOf(receipt: Receipt): string {
  const { net, ibs, cbs } = totalsOf(receipt);
  const rates = receipt.issue === null ? 'NONE' : ratesAtIssue(receipt, receipt.issue);
  const isAdded = typeof rates === 'object' && rates.isAddedToTotal;
  return isAdded ? fixed(sum([net, ibs, cbs]), 2) : net;
}

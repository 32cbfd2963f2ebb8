import { calculateTotals } from '../model/calculate-totals.ts';
import { formatDecimal, sum } from '../model/decimal.ts';
import type { Receipt } from '../model/receipt.ts';

/** The document's total (vTotDFe): the items, plus IBS and CBS where its rates say that they are added. */
export function calculateDocumentTotal(receipt: Receipt): string {
  const { net, ibs, cbs } = calculateTotals(receipt);
  const isAdded = receipt.issue !== null && receipt.taxRates?.isAddedToTotal;
  return isAdded ? formatDecimal(sum([net, ibs, cbs]), 2) : net;
}

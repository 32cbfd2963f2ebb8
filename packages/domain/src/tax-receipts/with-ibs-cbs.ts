import { impossibleRequest } from '@linework/problem-details/make-problem';
import { ibsCbsOf } from '@linework/tax-documents/ibs-cbs/calculate';
import { ratesAtIssue } from '@linework/tax-documents/ibs-cbs/issue-year';
import type { IbsCbsRates } from '@linework/tax-documents/ibs-cbs/rates';
import type { Item } from '@linework/tax-documents/item';
import { localTime } from '@linework/tax-documents/local-time';
import { ibsCbsClassOf } from './classification.ts';
import type { ReceiptContent } from './receipt-content.ts';
import { notAReceipt } from './refuse-content.ts';

/**
 * What is on a receipt that is issued at an instant: each item of model 62 with its IBS and CBS at the rates of that day, also where it was drafted
 * or refused under others. The other models have no place for them. Raises 422 in a year whose rates are not known, and with every item whose class
 * has none.
 */
export function withIbsCbs(content: ReceiptContent, at: Date): ReceiptContent {
  if (content.documentModel !== '62') return content;
  const items = content.items.map(withoutIbsCbs);
  const rates = ratesAtIssue(content, { at });
  if (rates === 'NONE') return { ...content, items };
  if (rates === 'UNKNOWN') throw ratesUnknown(content, at);
  refuseUnclassified(items);
  return { ...content, items: items.map((item) => taxed(item, rates)) };
}

function withoutIbsCbs({ taxes: { ibsCbs: _, ...taxes }, ...item }: Item): Item {
  return { ...item, taxes };
}

function taxed(item: Item, rates: IbsCbsRates): Item {
  const found = ibsCbsClassOf(item);
  return found === undefined ? item : { ...item, taxes: { ...item.taxes, ibsCbs: ibsCbsOf(item, found, rates) } };
}

function refuseUnclassified(items: readonly Item[]): void {
  const message = 'has no classification of IBS and CBS';
  const faults = items.flatMap((item, index) => (ibsCbsClassOf(item) === undefined ? [{ path: `items[${index}].classification`, message }] : []));
  if (faults.length > 0) throw notAReceipt(faults);
}

function ratesUnknown({ issuer }: ReceiptContent, at: Date) {
  const year = Number(localTime(at, issuer.address.state).slice(0, 'YYYY'.length));
  const detail = `The rates of IBS and CBS in ${year} are not known to this version of Linework: install one that knows them, then issue the receipt.`;
  return impossibleRequest(detail, { code: 'tax-rates-unknown', year });
}

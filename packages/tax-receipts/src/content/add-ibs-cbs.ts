import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { formatLocalTime } from '@linework/tax-documents/format-local-time';
import { calculateIbsCbs } from '@linework/tax-documents/ibs-cbs/calculate-ibs-cbs';
import type { IbsCbsRates } from '@linework/tax-documents/ibs-cbs/find-ibs-cbs-rates';
import { findRatesAtIssue } from '@linework/tax-documents/ibs-cbs/find-rates-at-issue';
import type { Item } from '@linework/tax-documents/item';
import { invalidReceipt } from './assert-valid-content.ts';
import { findIbsCbsClass } from './classification.ts';
import type { ReceiptContent } from './receipt-content.ts';

/**
 * The content of a receipt that is issued at an instant: each item of model 62 gets IBS and CBS at the rates of that day, also when it was drafted or
 * refused with others. The other models have no fields for them. Raises 422 in a year whose rates are unknown, and with every item whose class has no
 * rates.
 */
export function addIbsCbs(content: ReceiptContent, at: Date): ReceiptContent {
  if (content.documentModel !== '62') return content;
  const items = content.items.map(removeIbsCbs);
  const rates = findRatesAtIssue(content, { at });
  if (rates === 'NONE') return { ...content, items };
  if (rates === 'UNKNOWN') throw ratesUnknown(content, at);
  assertClassified(items);
  return { ...content, items: items.map((item) => addItemIbsCbs(item, rates)) };
}

function removeIbsCbs({ taxes: { ibsCbs: _, ...taxes }, ...item }: Item): Item {
  return { ...item, taxes };
}

function addItemIbsCbs(item: Item, rates: IbsCbsRates): Item {
  const found = findIbsCbsClass(item);
  return found === undefined ? item : { ...item, taxes: { ...item.taxes, ibsCbs: calculateIbsCbs(item, found, rates) } };
}

function assertClassified(items: readonly Item[]): void {
  const message = 'has no classification of IBS and CBS';
  const violations = items.flatMap((item, index) => (findIbsCbsClass(item) === undefined ? [{ path: `items[${index}].classification`, message }] : []));
  if (violations.length > 0) throw invalidReceipt(violations);
}

function ratesUnknown({ issuer }: ReceiptContent, at: Date) {
  const year = Number(formatLocalTime(at, issuer.address.state).slice(0, 'YYYY'.length));
  const detail = `The rates of IBS and CBS in ${year} are unknown to this version of Linework. Install a version that knows them, then issue the receipt.`;
  return unprocessableRequest(detail, { code: 'tax-rates-unknown', year });
}

import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import { calculateIbsCbs } from '@linework/tax-documents/ibs-cbs/calculate-ibs-cbs';
import { calculateNet } from '@linework/tax-documents/model/calculate-totals';
import {
  type FoundRates,
  getIbsCbsRates,
  type IbsCbsRates,
  listUnknownTaxes,
} from '@linework/tax-documents/model/find-tax-rates';
import type { Item } from '@linework/tax-documents/model/item';
import type { TaxName } from '@linework/tax-documents/model/receipt';
import { invalidReceipt } from './assert-valid-content.ts';
import { calculateItemTaxes } from './calculate-item-taxes.ts';
import { findIbsCbsClass } from './classification.ts';
import type { ReceiptContent } from './receipt-content.ts';

/**
 * The content of a receipt that is issued with these rates, which it keeps: each item is taxed anew, also when it was
 * drafted or refused with others. Only model 62 has fields for IBS and CBS, and a DEBIT_RECEIPT has no taxes. Raises
 * 422 when a tax has no rate on that day, and with every item whose class has none.
 */
export function takeRates(content: ReceiptContent, found: FoundRates): ReceiptContent {
  const { documentModel, issuer } = content;
  if (documentModel === 'DEBIT_RECEIPT') return content;
  const unknown = listUnknownTaxes(found, documentModel);
  if (unknown.length > 0) throw ratesUnknown(unknown, found.day);
  const { unknown: _, ...taxRates } = found;
  const items = content.items.map((item) => taxItem(item, issuer.regime, found));
  const ibsCbs = documentModel === '62' ? getIbsCbsRates(found) : undefined;
  if (ibsCbs === undefined) return { ...content, items, taxRates };
  assertClassified(items);
  return { ...content, items: items.map((item) => addItemIbsCbs(item, ibsCbs)), taxRates };
}

/** An item that is communication has a CFOP, and no other has. */
function taxItem(item: Item, regime: ReceiptContent['issuer']['regime'], { rates }: FoundRates): Item {
  return {
    ...item,
    taxes: calculateItemTaxes({ regime, isCommunication: item.cfop !== undefined, net: calculateNet(item), rates }),
  };
}

function addItemIbsCbs(item: Item, rates: IbsCbsRates): Item {
  const found = findIbsCbsClass(item);
  return found === undefined
    ? item
    : { ...item, taxes: { ...item.taxes, ibsCbs: calculateIbsCbs(item, found, rates) } };
}

function assertClassified(items: readonly Item[]): void {
  const message = 'has no classification of IBS and CBS';
  const violations = items.flatMap((item, index) =>
    findIbsCbsClass(item) === undefined ? [{ path: `items[${index}].classification`, message }] : [],
  );
  if (violations.length > 0) throw invalidReceipt(violations);
}

function ratesUnknown(taxes: readonly TaxName[], day: string): Problem {
  const detail =
    `No rate of ${taxes.join(', ')} is known for ${day}. The receipt stays a draft, and is issued by itself when ` +
    'the rates are loaded.';
  return unprocessableRequest(detail, {
    code: 'tax-rates-unknown',
    year: Number(day.slice(0, 'YYYY'.length)),
    day,
    taxes,
  });
}

export const isRatesUnknown = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'tax-rates-unknown';

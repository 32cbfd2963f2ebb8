import { fixed } from '../decimal.ts';
import type { Item } from '../item.ts';
import { latinText } from '../latin-text.ts';
import { grossOf } from '../totals.ts';
import { group, text } from '../xml-element.ts';
import { taxesXml } from './taxes.ts';

const unitCodes: Readonly<Record<Item['unit'], string>> = { MINUTE: '1', MB: '2', GB: '3', UNIT: '4' };

/** `det`, one for each item, numbered from 1. */
export function itemsXml(items: readonly Item[]): readonly string[] {
  return items.map((item, index) => group('det', [productXml(item), taxesXml(item.taxes), noteXml(item)], { nItem: String(index + 1) }));
}

function productXml(item: Item): string {
  return group('prod', [
    text('cProd', latinText(item.code, 60)),
    text('xProd', latinText(item.description, 120)),
    text('cClass', item.classification),
    text('CFOP', item.cfop),
    text('uMed', unitCodes[item.unit]),
    text('qFaturada', fixed(item.quantity, 4)),
    text('vItem', fixed(item.unitPrice, 2, 8)),
    text('vDesc', amountOrNone(item.discount)),
    text('vOutro', amountOrNone(item.surcharge)),
    text('vProd', grossOf(item)),
    text('dExpiracao', item.creditUntil),
  ]);
}

function amountOrNone(amount: string | undefined): string | undefined {
  return amount === undefined ? undefined : fixed(amount, 2);
}

function noteXml({ note }: Item): string {
  return text('infAdProd', note === undefined ? undefined : latinText(note, 500));
}

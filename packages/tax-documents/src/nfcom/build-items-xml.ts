import { calculateNet } from '../model/calculate-totals.ts';
import { formatDecimal } from '../model/decimal.ts';
import type { Item } from '../model/item.ts';
import { toLatinText } from '../model/to-latin-text.ts';
import { buildElement, buildTextElement } from '../model/xml-element.ts';
import { buildTaxesXml } from './build-taxes-xml.ts';

const unitCodes: Readonly<Record<Item['unit'], string>> = { MINUTE: '1', MB: '2', GB: '3', UNIT: '4' };

/** `det`, one for each item, numbered from 1. */
export function buildItemsXml(items: readonly Item[]): readonly string[] {
  return items.map((item, index) =>
    buildElement('det', [buildProductXml(item), buildTaxesXml(item.taxes), buildNoteXml(item)], {
      nItem: String(index + 1),
    }),
  );
}

function buildProductXml(item: Item): string {
  return buildElement('prod', [
    buildTextElement('cProd', toLatinText(item.code, 60)),
    buildTextElement('xProd', toLatinText(item.description, 120)),
    buildTextElement('cClass', item.classification),
    buildTextElement('CFOP', item.cfop),
    buildTextElement('uMed', unitCodes[item.unit]),
    buildTextElement('qFaturada', formatDecimal(item.quantity, 4)),
    buildTextElement('vItem', formatDecimal(item.unitPrice, 2, 8)),
    buildTextElement('vDesc', formatAmount(item.discount)),
    buildTextElement('vOutro', formatAmount(item.surcharge)),
    // Unlike in an NF-e, it is what is left after discount and surcharge (rule G86 of the manual).
    buildTextElement('vProd', calculateNet(item)),
    buildTextElement('dExpiracao', item.creditUntil),
  ]);
}

function formatAmount(amount: string | undefined): string | undefined {
  return amount === undefined ? undefined : formatDecimal(amount, 2);
}

function buildNoteXml({ note }: Item): string {
  return buildTextElement('infAdProd', note === undefined ? undefined : toLatinText(note, 500));
}

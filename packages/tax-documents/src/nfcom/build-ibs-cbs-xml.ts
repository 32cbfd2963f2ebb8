import { calculateDocumentTotal } from '../ibs-cbs/calculate-document-total.ts';
import { calculateIbsAmount } from '../ibs-cbs/calculate-ibs-cbs.ts';
import { calculateTotals, hasIbsCbs } from '../model/calculate-totals.ts';
import { formatDecimal } from '../model/decimal.ts';
import type { IbsCbs, Share } from '../model/item.ts';
import type { Receipt } from '../model/receipt.ts';
import { buildElement, buildTextElement } from '../model/xml-element.ts';

/** `IBSCBS` of an item (TTribNFCom in DFeTiposBasicos_v1.00.xsd); empty when it has none. */
export function buildIbsCbsXml(taxes: IbsCbs | undefined): string {
  if (taxes === undefined) return '';
  const { situation, classification, base, state, city, cbs } = taxes;
  const amounts = [
    buildTextElement('vBC', formatDecimal(base, 2)),
    buildShareXml('gIBSUF', 'IBSUF', state),
    buildShareXml('gIBSMun', 'IBSMun', city),
    buildTextElement('vIBS', calculateIbsAmount(taxes)),
    buildShareXml('gCBS', 'CBS', cbs),
  ];
  return buildElement('IBSCBS', [
    buildTextElement('CST', situation),
    buildTextElement('cClassTrib', classification),
    buildElement('gIBSCBS', amounts),
  ]);
}

function buildShareXml(name: string, tax: string, { rate, amount }: Share): string {
  return buildElement(name, [
    buildTextElement(`p${tax}`, formatDecimal(rate, 4)),
    buildTextElement(`v${tax}`, formatDecimal(amount, 2)),
  ]);
}

/**
 * `IBSCBSTot` and `vTotDFe`, which validation 360 requires when any item has the group; empty when none has it. No
 * amount is deferred or returned.
 */
export function buildIbsCbsTotalsXml(receipt: Receipt): readonly string[] {
  if (!hasIbsCbs(receipt)) return [];
  const { ibsCbsBase, ibsState, ibsCity, ibs, cbs } = calculateTotals(receipt);
  const buildTotal = (name: string, tax: string, amount: string) =>
    buildElement(name, [
      buildTextElement('vDif', '0.00'),
      buildTextElement('vDevTrib', '0.00'),
      buildTextElement(`v${tax}`, amount),
    ]);
  const ibsAmounts = [
    buildTotal('gIBSUF', 'IBSUF', ibsState),
    buildTotal('gIBSMun', 'IBSMun', ibsCity),
    buildTextElement('vIBS', ibs),
  ];
  return [
    buildElement('IBSCBSTot', [
      buildTextElement('vBCIBSCBS', ibsCbsBase),
      buildElement('gIBS', ibsAmounts),
      buildTotal('gCBS', 'CBS', cbs),
    ]),
    buildTextElement('vTotDFe', calculateDocumentTotal(receipt)),
  ];
}

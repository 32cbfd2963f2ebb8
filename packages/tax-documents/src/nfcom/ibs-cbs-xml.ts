import { fixed } from '../decimal.ts';
import { ibsAmountOf } from '../ibs-cbs/calculate.ts';
import { documentTotalOf } from '../ibs-cbs/document-total.ts';
import type { IbsCbs, Share } from '../item.ts';
import type { Receipt } from '../receipt.ts';
import { hasIbsCbs, totalsOf } from '../totals.ts';
import { group, text } from '../xml-element.ts';

/** `IBSCBS` of an item (TTribNFCom in DFeTiposBasicos_v1.00.xsd); nothing where it has none. */
export function ibsCbsXml(taxes: IbsCbs | undefined): string {
  if (taxes === undefined) return '';
  const { situation, classification, base, state, city, cbs } = taxes;
  const amounts = [
    text('vBC', fixed(base, 2)),
    shareXml('gIBSUF', 'IBSUF', state),
    shareXml('gIBSMun', 'IBSMun', city),
    text('vIBS', ibsAmountOf(taxes)),
    shareXml('gCBS', 'CBS', cbs),
  ];
  return group('IBSCBS', [text('CST', situation), text('cClassTrib', classification), group('gIBSCBS', amounts)]);
}

function shareXml(name: string, tax: string, { rate, amount }: Share): string {
  return group(name, [text(`p${tax}`, fixed(rate, 4)), text(`v${tax}`, fixed(amount, 2))]);
}

/** `IBSCBSTot` and `vTotDFe`, which validation 360 asks for wherever an item has the group; nothing where none has it. Nothing is deferred or given back. */
export function ibsCbsTotalsXml(receipt: Receipt): readonly string[] {
  if (!hasIbsCbs(receipt)) return [];
  const { ibsCbsBase, ibsState, ibsCity, ibs, cbs } = totalsOf(receipt);
  const share = (name: string, tax: string, amount: string) => group(name, [text('vDif', '0.00'), text('vDevTrib', '0.00'), text(`v${tax}`, amount)]);
  const both = [share('gIBSUF', 'IBSUF', ibsState), share('gIBSMun', 'IBSMun', ibsCity), text('vIBS', ibs)];
  return [group('IBSCBSTot', [text('vBCIBSCBS', ibsCbsBase), group('gIBS', both), share('gCBS', 'CBS', cbs)]), text('vTotDFe', documentTotalOf(receipt))];
}

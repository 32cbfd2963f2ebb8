import type { Receipt } from '../receipt.ts';
import { totalsOf } from '../totals.ts';
import { group, text } from '../xml-element.ts';
import { ibsCbsTotalsXml } from './ibs-cbs-xml.ts';

/** `total`. Nothing is withheld at the source: the items have no place for it. */
export function totalsXml(receipt: Receipt): string {
  const totals = totalsOf(receipt);
  return group('total', [
    text('vProd', totals.gross),
    group('ICMSTot', [text('vBC', totals.icmsBase), text('vICMS', totals.icms), text('vICMSDeson', totals.icmsRelief), text('vFCP', totals.povertyFund)]),
    text('vCOFINS', totals.cofins),
    text('vPIS', totals.pis),
    text('vFUNTTEL', totals.funttel),
    text('vFUST', totals.fust),
    group('vRetTribTot', [text('vRetPIS', '0.00'), text('vRetCofins', '0.00'), text('vRetCSLL', '0.00'), text('vIRRF', '0.00')]),
    text('vDesc', totals.discount),
    text('vOutro', totals.surcharge),
    text('vNF', totals.net),
    ...ibsCbsTotalsXml(receipt),
  ]);
}

import { calculateTotals } from '../calculate-totals.ts';
import type { Receipt } from '../receipt.ts';
import { buildElement, buildTextElement } from '../xml-element.ts';
import { buildIbsCbsTotalsXml } from './build-ibs-cbs-xml.ts';

/** `total`. vProd is net, as in the items, and vNF is vProd less what is withheld (rule G137 of the manual). No tax is withheld at the source: the items have no field for it. */
export function buildTotalsXml(receipt: Receipt): string {
  const totals = calculateTotals(receipt);
  return buildElement('total', [
    buildTextElement('vProd', totals.net),
    buildElement('ICMSTot', [
      buildTextElement('vBC', totals.icmsBase),
      buildTextElement('vICMS', totals.icms),
      buildTextElement('vICMSDeson', totals.icmsRelief),
      buildTextElement('vFCP', totals.povertyFund),
    ]),
    buildTextElement('vCOFINS', totals.cofins),
    buildTextElement('vPIS', totals.pis),
    buildTextElement('vFUNTTEL', totals.funttel),
    buildTextElement('vFUST', totals.fust),
    buildElement('vRetTribTot', [
      buildTextElement('vRetPIS', '0.00'),
      buildTextElement('vRetCofins', '0.00'),
      buildTextElement('vRetCSLL', '0.00'),
      buildTextElement('vIRRF', '0.00'),
    ]),
    buildTextElement('vDesc', totals.discount),
    buildTextElement('vOutro', totals.surcharge),
    buildTextElement('vNF', totals.net),
    ...buildIbsCbsTotalsXml(receipt),
  ]);
}

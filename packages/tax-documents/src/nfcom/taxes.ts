import { fixed } from '../decimal.ts';
import type { Contribution, Icms, ItemTaxes, Levy, Relief, Share } from '../item.ts';
import { group, text } from '../xml-element.ts';
import { ibsCbsXml } from './ibs-cbs-xml.ts';

/** `imposto`: what an item is taxed with. */
export function taxesXml({ icms, pis, cofins, fust, funttel, ibsCbs }: ItemTaxes): string {
  const contributions = [contributionXml('PIS', pis), contributionXml('COFINS', cofins), levyXml('FUST', fust), levyXml('FUNTTEL', funttel)];
  return group('imposto', [icmsXml(icms), ...contributions, ibsCbsXml(ibsCbs)]);
}

const situations = { EXEMPT: ['ICMS40', '40'], UNTAXED: ['ICMS40', '41'], DEFERRED: ['ICMS51', '51'] } as const;

function icmsXml(icms: Icms): string {
  switch (icms.kind) {
    case 'TAXED':
      return group('ICMS00', [text('CST', '00'), ...icmsAmounts(icms), ...shareXml(icms.povertyFund)]);
    case 'REDUCED':
      return group('ICMS20', [
        text('CST', '20'),
        text('pRedBC', fixed(icms.reduction, 2)),
        ...icmsAmounts(icms),
        ...reliefXml(icms.relief),
        ...shareXml(icms.povertyFund),
      ]);
    case 'OTHER':
      return group('ICMS90', [text('CST', '90'), ...icmsAmounts(icms), ...reliefXml(icms.relief), ...shareXml(icms.povertyFund)]);
    case 'SIMPLE':
      return group('ICMSSN', [text('CST', '90'), text('indSN', '1')]);
    case 'OUTSIDE':
      return text('indSemCST', '1');
    default: {
      const [name, situation] = situations[icms.kind];
      return group(name, [text('CST', situation), ...reliefXml(icms.relief)]);
    }
  }
}

function icmsAmounts({ base, rate, amount }: Levy): readonly string[] {
  return [text('vBC', fixed(base, 2)), text('pICMS', fixed(rate, 2)), text('vICMS', fixed(amount, 2))];
}

function shareXml(share: Share | undefined): readonly string[] {
  return share === undefined ? [] : [text('pFCP', fixed(share.rate, 2, 4)), text('vFCP', fixed(share.amount, 2))];
}

function reliefXml(relief: Relief | undefined): readonly string[] {
  return relief === undefined ? [] : [text('vICMSDeson', fixed(relief.amount, 2)), text('cBenef', relief.benefit)];
}

function contributionXml(name: string, contribution: Contribution | undefined): string {
  return contribution === undefined ? '' : group(name, [text('CST', contribution.situation), ...levyAmounts(name, contribution)]);
}

function levyXml(name: string, levy: Levy | undefined): string {
  return levy === undefined ? '' : group(name, levyAmounts(name, levy));
}

function levyAmounts(name: string, { base, rate, amount }: Levy): readonly string[] {
  return [text('vBC', fixed(base, 2)), text(`p${name}`, fixed(rate, 2, 4)), text(`v${name}`, fixed(amount, 2))];
}

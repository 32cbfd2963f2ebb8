import { formatDecimal } from '../model/decimal.ts';
import type { Contribution, Icms, ItemTaxes, Levy, Relief, Share } from '../model/item.ts';
import { buildElement, buildTextElement } from '../model/xml-element.ts';
import { buildIbsCbsXml } from './build-ibs-cbs-xml.ts';

/** `imposto`: the taxes of an item. */
export function buildTaxesXml({ icms, pis, cofins, fust, funttel, ibsCbs }: ItemTaxes): string {
  const contributions = [
    buildContributionXml('PIS', pis),
    buildContributionXml('COFINS', cofins),
    buildLevyXml('FUST', fust),
    buildLevyXml('FUNTTEL', funttel),
  ];
  return buildElement('imposto', [buildIcmsXml(icms), ...contributions, buildIbsCbsXml(ibsCbs)]);
}

const icmsSituations = { EXEMPT: ['ICMS40', '40'], UNTAXED: ['ICMS40', '41'], DEFERRED: ['ICMS51', '51'] } as const;

function buildIcmsXml(icms: Icms): string {
  switch (icms.kind) {
    case 'TAXED':
      return buildElement('ICMS00', [
        buildTextElement('CST', '00'),
        ...buildIcmsAmounts(icms),
        ...buildShareXml(icms.povertyFund),
      ]);
    case 'REDUCED':
      return buildElement('ICMS20', [
        buildTextElement('CST', '20'),
        buildTextElement('pRedBC', formatDecimal(icms.reduction, 2)),
        ...buildIcmsAmounts(icms),
        ...buildReliefXml(icms.relief),
        ...buildShareXml(icms.povertyFund),
      ]);
    case 'OTHER':
      return buildElement('ICMS90', [
        buildTextElement('CST', '90'),
        ...buildIcmsAmounts(icms),
        ...buildReliefXml(icms.relief),
        ...buildShareXml(icms.povertyFund),
      ]);
    case 'SIMPLE':
      return buildElement('ICMSSN', [buildTextElement('CST', '90'), buildTextElement('indSN', '1')]);
    case 'OUTSIDE':
      return buildTextElement('indSemCST', '1');
    default: {
      const [name, situation] = icmsSituations[icms.kind];
      return buildElement(name, [buildTextElement('CST', situation), ...buildReliefXml(icms.relief)]);
    }
  }
}

function buildIcmsAmounts({ base, rate, amount }: Levy): readonly string[] {
  return [
    buildTextElement('vBC', formatDecimal(base, 2)),
    buildTextElement('pICMS', formatDecimal(rate, 2)),
    buildTextElement('vICMS', formatDecimal(amount, 2)),
  ];
}

function buildShareXml(share: Share | undefined): readonly string[] {
  return share === undefined
    ? []
    : [
        buildTextElement('pFCP', formatDecimal(share.rate, 2, 4)),
        buildTextElement('vFCP', formatDecimal(share.amount, 2)),
      ];
}

function buildReliefXml(relief: Relief | undefined): readonly string[] {
  return relief === undefined
    ? []
    : [buildTextElement('vICMSDeson', formatDecimal(relief.amount, 2)), buildTextElement('cBenef', relief.benefit)];
}

function buildContributionXml(name: string, contribution: Contribution | undefined): string {
  return contribution === undefined
    ? ''
    : buildElement(name, [buildTextElement('CST', contribution.situation), ...buildLevyAmounts(name, contribution)]);
}

function buildLevyXml(name: string, levy: Levy | undefined): string {
  return levy === undefined ? '' : buildElement(name, buildLevyAmounts(name, levy));
}

function buildLevyAmounts(name: string, { base, rate, amount }: Levy): readonly string[] {
  return [
    buildTextElement('vBC', formatDecimal(base, 2)),
    buildTextElement(`p${name}`, formatDecimal(rate, 2, 4)),
    buildTextElement(`v${name}`, formatDecimal(amount, 2)),
  ];
}

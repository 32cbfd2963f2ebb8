import type { IbsCbsAmounts } from './ibs-cbs-item.ts';
import { reject } from './reject.ts';
import { centsIn, inside, textIn } from './xml-parts.ts';

/** Checks the totals of IBS and CBS against what the items come to, to the cent, and the total of the document. */
export function checkTotals(total: string, items: readonly IbsCbsAmounts[], year: number): void {
  const group = inside(total, 'IBSCBSTot') ?? reject('999', 'Total de IBS e CBS não informado');
  for (const [amount, element] of totals) {
    const sum = items.reduce((left, item) => left + item[amount], 0n);
    if (centsIn(group, element) !== sum) reject('999', `Total ${element} difere do somatório dos itens`);
  }
  if (textIn(total, 'vTotDFe') === undefined) reject('360', 'Total do DFe de preenchimento obrigatório');
  // In 2026 IBS and CBS are not added.
  const added = year === 2026 ? 0n : centsIn(group, 'vIBS') + centsIn(group, 'vCBS');
  if (centsIn(total, 'vTotDFe') !== centsIn(total, 'vNF') + added) reject('365', 'Total do DFe difere do calculado');
}

const totals: readonly (readonly [amount: keyof IbsCbsAmounts, element: string])[] = [
  ['base', 'vBCIBSCBS'],
  ['state', 'vIBSUF'],
  ['city', 'vIBSMun'],
  ['ibs', 'vIBS'],
  ['cbs', 'vCBS'],
];

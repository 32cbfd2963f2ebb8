import type { IbsCbsAmounts } from './check-item.ts';
import type { RatesOfDay } from './rates-by-day.ts';
import { rejectReceipt } from './reject-receipt.ts';
import { findElement, findText, readCents } from './xml-parts.ts';

/** Checks the totals of IBS and CBS against the items, to the cent, and the total of the document. */
export function checkTotals(total: string, items: readonly IbsCbsAmounts[], { isAddedToTotal }: RatesOfDay): void {
  const group = findElement(total, 'IBSCBSTot') ?? rejectReceipt('999', 'Total de IBS e CBS não informado');
  for (const [amount, element] of totalElements) {
    const sum = items.reduce((accumulated, item) => accumulated + item[amount], 0n);
    if (readCents(group, element) !== sum) rejectReceipt('999', `Total ${element} difere do somatório dos itens`);
  }
  if (findText(total, 'vTotDFe') === undefined) rejectReceipt('360', 'Total do DFe de preenchimento obrigatório');
  const added = isAddedToTotal ? readCents(group, 'vIBS') + readCents(group, 'vCBS') : 0n;
  if (readCents(total, 'vTotDFe') !== readCents(total, 'vNF') + added)
    rejectReceipt('365', 'Total do DFe difere do calculado');
}

const totalElements: readonly (readonly [amount: keyof IbsCbsAmounts, element: string])[] = [
  ['base', 'vBCIBSCBS'],
  ['state', 'vIBSUF'],
  ['city', 'vIBSMun'],
  ['ibs', 'vIBS'],
  ['cbs', 'vCBS'],
];

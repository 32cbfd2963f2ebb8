import { checkItem, type IbsCbsAmounts } from './check-item.ts';
import type { AuthorityRates, RatesOfDay } from './rates-by-day.ts';
import { rejectReceipt } from './reject-receipt.ts';
import { findElement, findText, listElements, readCents } from './xml-parts.ts';

/** Checks the totals of IBS and CBS against the items, to the cent, and the total of the document. */
function checkTotals(total: string, items: readonly IbsCbsAmounts[], { isAddedToTotal }: RatesOfDay): void {
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

/**
 * Rejects a receipt whose IBS and CBS are missing or wrong, by the validations of technical note NFCom 2025.001 in
 * their order: groups, codes, rates of the day of issue, amounts, totals. The amounts are calculated independently
 * here; no code that builds receipts is used. Rules without a known code use 999.
 */
export function checkIbsCbs(xml: string, authority: AuthorityRates): void {
  const rates = authority.find((findText(findElement(xml, 'ide') ?? '', 'dhEmi') ?? '').slice(0, 'YYYY-MM-DD'.length));
  if (rates === undefined) return;
  if (rates === 'UNKNOWN') rejectReceipt('326', 'Alíquota da CBS inválida: não publicada');
  const items = listElements(xml, 'det');
  const isExempt = rates.exemptRegimes.includes(findText(findElement(xml, 'emit') ?? '', 'CRT') ?? '');
  const hasNone =
    items.every((item) => findElement(item, 'IBSCBS') === undefined) && findElement(xml, 'IBSCBSTot') === undefined;
  if (isExempt && hasNone) return;
  if (items.length === 0) rejectReceipt('215', 'Falha no schema XML');
  const sums = items.map((item, index) => checkItem(item, { number: index + 1, rates }));
  checkTotals(findElement(xml, 'total') ?? '', sums, rates);
}

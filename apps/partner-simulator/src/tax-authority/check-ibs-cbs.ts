import { checkItem } from './check-item.ts';
import { checkTotals } from './check-totals.ts';
import type { AuthorityRates } from './rates-by-day.ts';
import { rejectReceipt } from './reject-receipt.ts';
import { findElement, findText, listElements } from './xml-parts.ts';

/**
 * Rejects a receipt whose IBS and CBS are missing or wrong, by the validations of technical note NFCom 2025.001 in their order: groups, codes, rates
 * of the day of issue, amounts, totals. The amounts are calculated independently here; no code that builds receipts is used. Rules without a known
 * code use 999.
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

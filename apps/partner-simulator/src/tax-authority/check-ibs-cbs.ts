import { checkItem } from './check-item.ts';
import { checkTotals } from './check-totals.ts';
import { rejectReceipt } from './reject-receipt.ts';
import { findElement, findText, listElements } from './xml-parts.ts';

/** CRT of the Simples Nacional (1, 2) and of single traders (4): in 2026 they need no groups (exception of validation 310). */
const exemptRegimes = ['1', '2', '4'];

/**
 * Rejects a receipt whose IBS and CBS are missing or wrong, by the validations of technical note NFCom 2025.001 in their order: groups, codes, rates
 * of the year of issue, amounts, totals. The amounts are calculated independently here; no code that builds receipts is used. Rules without a known
 * code use 999.
 */
export function checkIbsCbs(xml: string): void {
  const year = Number((findText(findElement(xml, 'ide') ?? '', 'dhEmi') ?? '').slice(0, 4));
  if (year < 2026) return;
  const items = listElements(xml, 'det');
  const isExempt = year === 2026 && exemptRegimes.includes(findText(findElement(xml, 'emit') ?? '', 'CRT') ?? '');
  const hasNone = items.every((item) => findElement(item, 'IBSCBS') === undefined) && findElement(xml, 'IBSCBSTot') === undefined;
  if (isExempt && hasNone) return;
  if (items.length === 0) rejectReceipt('215', 'Falha no schema XML');
  const sums = items.map((item, index) => checkItem(item, { number: index + 1, year }));
  checkTotals(findElement(xml, 'total') ?? '', sums, year);
}

import { heldRules, type ReceiptParts } from './manual-rules.ts';
import { rejectReceipt } from './reject-receipt.ts';
import { findElement, listElements } from './xml-parts.ts';

/**
 * Rejects a receipt that breaks a rule of annex I of the manual, by the first one in the order of the annex. It uses no
 * code that builds receipts.
 */
export function checkManualRules(xml: string, { key, now }: { readonly key: string; readonly now: number }): void {
  const part = (name: string) => findElement(xml, name) ?? '';
  const parts: ReceiptParts = {
    key,
    header: part('ide'),
    issuer: part('emit'),
    customer: part('dest'),
    subscriber: part('assinante'),
    items: listElements(xml, 'det'),
    totals: part('total'),
    hasBill: findElement(xml, 'gFat') !== undefined,
    qrCode: part('qrCodNFCom'),
    now,
  };
  for (const { rule, code, says, isKept, isKeptBy } of heldRules) {
    if (isKept && !isKept(parts)) rejectReceipt(code, `${rule}: ${says}`);
    const broken = isKeptBy === undefined ? -1 : parts.items.findIndex((item) => !isKeptBy(item, parts));
    if (broken >= 0) rejectReceipt(code, `${rule}: ${says} [nItem: ${broken + 1}]`);
  }
}

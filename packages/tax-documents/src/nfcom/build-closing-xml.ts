import type { Billing, Receipt } from '../receipt.ts';
import { toLatinText } from '../to-latin-text.ts';
import { buildElement, buildTextElement } from '../xml-element.ts';

/** `gFat` and `infAdic`: payment and additional information. */
export function buildClosingXml({ billing, notes, fiscalNote }: Receipt): readonly string[] {
  return [billing === null ? '' : buildBillingXml(billing), buildNotesXml(notes, fiscalNote)];
}

function buildBillingXml(billing: Billing): string {
  return buildElement('gFat', [
    buildTextElement('CompetFat', billing.month.replace('-', '')),
    buildTextElement('dVencFat', billing.dueOn),
    buildTextElement('dPerUsoIni', billing.usedFrom),
    buildTextElement('dPerUsoFim', billing.usedUntil),
    buildTextElement('codBarras', billing.slip),
    buildTextElement('codDebAuto', billing.directDebitCode),
    billing.pix === undefined
      ? ''
      : buildElement('gPIX', [buildTextElement('urlQRCodePIX', toLatinText(billing.pix, 2000))]),
  ]);
}

function buildNotesXml(notes: readonly string[], fiscalNote: string | undefined): string {
  if (notes.length === 0 && fiscalNote === undefined) return '';
  const noteElements = notes.map((note) => buildTextElement('infCpl', toLatinText(note, 3000)));
  return buildElement('infAdic', [
    buildTextElement('infAdFisco', fiscalNote === undefined ? undefined : toLatinText(fiscalNote, 2000)),
    ...noteElements,
  ]);
}

import { latinText } from '../latin-text.ts';
import type { Billing, Receipt } from '../receipt.ts';
import { group, text } from '../xml-element.ts';

/** `gFat` and `infAdic`: how it is paid, and what else is to be read. */
export function closingXml({ billing, notes, fiscalNote }: Receipt): readonly string[] {
  return [billing === null ? '' : billingXml(billing), notesXml(notes, fiscalNote)];
}

function billingXml(billing: Billing): string {
  return group('gFat', [
    text('CompetFat', billing.month.replace('-', '')),
    text('dVencFat', billing.dueOn),
    text('dPerUsoIni', billing.usedFrom),
    text('dPerUsoFim', billing.usedUntil),
    text('codBarras', billing.slip),
    text('codDebAuto', billing.directDebitCode),
    billing.pix === undefined ? '' : group('gPIX', [text('urlQRCodePIX', latinText(billing.pix, 2000))]),
  ]);
}

function notesXml(notes: readonly string[], fiscalNote: string | undefined): string {
  if (notes.length === 0 && fiscalNote === undefined) return '';
  const shown = notes.map((note) => text('infCpl', latinText(note, 3000)));
  return group('infAdic', [text('infAdFisco', fiscalNote === undefined ? undefined : latinText(fiscalNote, 2000)), ...shown]);
}

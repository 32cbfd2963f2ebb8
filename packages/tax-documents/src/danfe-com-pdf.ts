import { buffer } from 'node:stream/consumers';
import { shownTime } from './local-time.ts';
import { drawHead } from './pdf/head.ts';
import { drawItems } from './pdf/items.ts';
import { drawNotes } from './pdf/notes.ts';
import { drawParties } from './pdf/parties.ts';
import { drawPayment } from './pdf/payment.ts';
import { contentWidth, ink, openSheet, page, type Sheet, write } from './pdf/sheet.ts';
import { namingOf, warningsOf } from './pdf/standing.ts';
import { drawTotals } from './pdf/totals.ts';
import type { Receipt } from './receipt.ts';

/**
 * A receipt of any model on paper: A4, laid out like a DANFE-COM (MOC NFCom, annex II). The font is embedded. The same receipt at the same time gives
 * the same bytes. A draft, a trial, a receipt without the authority's yes and a cancelled one say so on every page.
 */
export async function danfeComPdf(receipt: Receipt, at: Date): Promise<Buffer> {
  const { issue, issuer } = receipt;
  const number = issue === null ? 'rascunho' : `nº ${issue.number}, série ${issue.series}`;
  const sheet = openSheet(`${namingOf(receipt).short} ${number}`, issuer.name, at);
  drawHead(sheet, receipt);
  drawParties(sheet, receipt);
  drawItems(sheet, receipt);
  drawTotals(sheet, receipt);
  drawNotes(sheet, receipt);
  drawPayment(sheet, receipt);
  finishPages(sheet, receipt, at);
  const bytes = buffer(sheet);
  sheet.end();
  return bytes;
}

function finishPages(sheet: Sheet, receipt: Receipt, at: Date): void {
  const { start, count } = sheet.bufferedPageRange();
  const mark = warningsOf(receipt)[0]?.mark;
  const made = `Gerado em ${shownTime(at, receipt.issuer.address.state)}`;
  for (let index = start; index < start + count; index += 1) {
    sheet.switchToPage(index);
    const line = { x: page.left, y: page.bottom + 8, width: contentWidth };
    write(sheet, made, line, { size: 6, color: ink.label });
    write(sheet, `Página ${index - start + 1} de ${count}`, line, { size: 6, color: ink.label, align: 'right' });
    if (mark !== undefined) drawMark(sheet, mark);
  }
}

/** Across the page, so faint that everything under it can be read. */
function drawMark(sheet: Sheet, mark: string): void {
  const [x, y] = [page.width / 2, page.height / 2];
  sheet
    .save()
    .rotate(-52, { origin: [x, y] })
    .fillColor(ink.alarm, 0.11)
    .font('bold')
    .fontSize(82);
  const width = sheet.widthOfString(mark);
  sheet.text(mark, x - width / 2, y - 55, { lineBreak: false }).restore();
  sheet.fillOpacity(1);
}

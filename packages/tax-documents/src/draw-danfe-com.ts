import { buffer } from 'node:stream/consumers';
import { formatTime } from './format-local-time.ts';
import { getDocumentTitle, listWarnings } from './pdf/document-labels.ts';
import { drawHead } from './pdf/head.ts';
import { drawItems } from './pdf/items.ts';
import { drawNotes } from './pdf/notes.ts';
import { drawParties } from './pdf/parties.ts';
import { drawPayment } from './pdf/payment.ts';
import { colors, contentWidth, createSheet, type PdfSheet, page, writeText } from './pdf/sheet.ts';
import { drawTotals } from './pdf/totals.ts';
import type { Receipt } from './receipt.ts';

/**
 * The PDF of a receipt of any model: A4, with the layout of a DANFE-COM (MOC NFCom, annex II). The font is embedded. The same receipt at the same
 * time gives the same bytes. A draft, a trial, a receipt without authorisation and a cancelled one say so on every page.
 */
export async function drawDanfeCom(receipt: Receipt, at: Date): Promise<Buffer> {
  const { issue, issuer } = receipt;
  const number = issue === null ? 'rascunho' : `nº ${issue.number}, série ${issue.series}`;
  const sheet = createSheet(`${getDocumentTitle(receipt).shortTitle} ${number}`, issuer.name, at);
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

function finishPages(sheet: PdfSheet, receipt: Receipt, at: Date): void {
  const { start, count } = sheet.bufferedPageRange();
  const mark = listWarnings(receipt)[0]?.mark;
  const creationText = `Gerado em ${formatTime(at, receipt.issuer.address.state)}`;
  for (let index = start; index < start + count; index += 1) {
    sheet.switchToPage(index);
    const line = { x: page.left, y: page.bottom + 8, width: contentWidth };
    writeText(sheet, creationText, line, { size: 6, color: colors.label });
    writeText(sheet, `Página ${index - start + 1} de ${count}`, line, { size: 6, color: colors.label, align: 'right' });
    if (mark !== undefined) drawMark(sheet, mark);
  }
}

/** Across the page, so faint that all text under it stays readable. */
function drawMark(sheet: PdfSheet, mark: string): void {
  const [x, y] = [page.width / 2, page.height / 2];
  sheet
    .save()
    .rotate(-52, { origin: [x, y] })
    .fillColor(colors.alarm, 0.11)
    .font('bold')
    .fontSize(82);
  const width = sheet.widthOfString(mark);
  sheet.text(mark, x - width / 2, y - 55, { lineBreak: false }).restore();
  sheet.fillOpacity(1);
}

import { buffer } from 'node:stream/consumers';
import { formatTime } from '../model/format-local-time.ts';
import type { Receipt } from '../model/receipt.ts';
import { getDocumentTitle, listWarnings } from './document-labels.ts';
import { drawHead } from './head.ts';
import { drawItems } from './items.ts';
import { makeRoom } from './make-room.ts';
import { drawParties } from './parties.ts';
import { drawPayment } from './payment.ts';
import {
  colors,
  contentWidth,
  createSheet,
  drawFrame,
  drawHeading,
  gap,
  measureHeight,
  type PdfSheet,
  page,
  writeText,
} from './sheet.ts';
import { drawTotals } from './totals.ts';

/**
 * The PDF of a receipt of any model: A4, with the layout of a DANFE-COM (MOC NFCom, annex II). The font is embedded.
 * The same receipt at the same time gives the same bytes. A draft, a trial, a receipt without authorisation and a
 * cancelled one say so on every page.
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

/** Divisions VI and VII: texts of the tax authority and of the issuer. */
function drawNotes(sheet: PdfSheet, receipt: Receipt): void {
  if (getDocumentTitle(receipt).isFiscal)
    drawParagraphs(sheet, receipt, 'Reservado ao fisco', [receipt.fiscalNote ?? '']);
  if (receipt.notes.length > 0) drawParagraphs(sheet, receipt, 'Informações complementares', receipt.notes);
}

/** A framed box of paragraphs; when the page ends between two of them, the frame continues on the next page. */
function drawParagraphs(sheet: PdfSheet, receipt: Receipt, label: string, paragraphs: readonly string[]): void {
  const width = contentWidth - 12;
  const heights = paragraphs.map((paragraph) => measureHeight(sheet, paragraph, width, { size: 7 }) + 2);
  const [first = 0] = heights;
  makeRoom(sheet, receipt, first + 16);
  const count = countFitting(heights, page.bottom - sheet.y - 16);
  const height = heights.slice(0, count).reduce((a, b) => a + b, 0) + 16;
  const box = { x: page.left, y: sheet.y, width: contentWidth, height };
  drawFrame(sheet, box);
  drawHeading(sheet, label, box);
  paragraphs
    .slice(0, count)
    .reduce(
      (y, paragraph) =>
        y + writeText(sheet, paragraph, { x: page.left + 6, y, width }, { size: 7, maxLines: 60 }) + 1.5,
      sheet.y + 11,
    );
  sheet.y += height + gap;
  if (count < paragraphs.length) drawParagraphs(sheet, receipt, label, paragraphs.slice(count));
}

/** How many of them fit under each other; at least one, because otherwise it would never be drawn. */
function countFitting(heights: readonly number[], room: number): number {
  const ends = heights.map((_, index) => heights.slice(0, index + 1).reduce((total, height) => total + height, 0));
  return Math.max(1, ends.filter((end) => end <= room).length);
}

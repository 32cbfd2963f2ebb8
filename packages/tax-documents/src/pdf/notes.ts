import type { Receipt } from '../receipt.ts';
import { getDocumentTitle } from './document-labels.ts';
import { makeRoom } from './make-room.ts';
import { contentWidth, drawFrame, drawHeading, gap, measureHeight, type PdfSheet, page, writeText } from './sheet.ts';

/** Divisions VI and VII: texts of the tax authority and of the issuer. */
export function drawNotes(sheet: PdfSheet, receipt: Receipt): void {
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

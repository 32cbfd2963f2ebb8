import type { Receipt } from '../receipt.ts';
import { makeRoom } from './make-room.ts';
import { contentWidth, frame, gap, heading, heightOf, page, type Sheet, write } from './sheet.ts';
import { namingOf } from './standing.ts';

/** Divisions VI and VII: what the tax authority and the issuer have to say. */
export function drawNotes(sheet: Sheet, receipt: Receipt): void {
  if (namingOf(receipt).isFiscal) drawText(sheet, receipt, 'Reservado ao fisco', [receipt.fiscalNote ?? '']);
  if (receipt.notes.length > 0) drawText(sheet, receipt, 'Informações complementares', receipt.notes);
}

/** A framed box of paragraphs; where the page ends between two of them, the next page goes on with the frame. */
function drawText(sheet: Sheet, receipt: Receipt, label: string, paragraphs: readonly string[]): void {
  const width = contentWidth - 12;
  const heights = paragraphs.map((paragraph) => heightOf(sheet, paragraph, width, { size: 7 }) + 2);
  const [first = 0] = heights;
  makeRoom(sheet, receipt, first + 16);
  const count = fittingCount(heights, page.bottom - sheet.y - 16);
  const height = heights.slice(0, count).reduce((a, b) => a + b, 0) + 16;
  const box = { x: page.left, y: sheet.y, width: contentWidth, height };
  frame(sheet, box);
  heading(sheet, label, box);
  paragraphs.slice(0, count).reduce((y, paragraph) => y + write(sheet, paragraph, { x: page.left + 6, y, width }, { size: 7, lines: 60 }) + 1.5, sheet.y + 11);
  sheet.y += height + gap;
  if (count < paragraphs.length) drawText(sheet, receipt, label, paragraphs.slice(count));
}

/** How many of them have room one under the other; at least one, or it would never be drawn. */
function fittingCount(heights: readonly number[], room: number): number {
  const ends = heights.map((_, index) => heights.slice(0, index + 1).reduce((total, height) => total + height, 0));
  return Math.max(1, ends.filter((end) => end <= room).length);
}

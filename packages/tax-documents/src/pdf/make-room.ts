import type { Receipt } from '../model/receipt.ts';
import { drawShortHead } from './head.ts';
import { type PdfSheet, page } from './sheet.ts';

/** Starts another page when a block does not fit on this one. */
export function makeRoom(sheet: PdfSheet, receipt: Receipt, height: number): void {
  if (sheet.y + height <= page.bottom) return;
  sheet.addPage();
  drawShortHead(sheet, receipt);
}

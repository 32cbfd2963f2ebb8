import type { Receipt } from '../receipt.ts';
import { drawShortHead } from './head.ts';
import { type PdfSheet, page } from './sheet.ts';

/** Begins another page where there is no room for what comes as a whole. */
export function makeRoom(sheet: PdfSheet, receipt: Receipt, height: number): void {
  if (sheet.y + height <= page.bottom) return;
  sheet.addPage();
  drawShortHead(sheet, receipt);
}

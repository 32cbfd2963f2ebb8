import type { Receipt } from '../receipt.ts';
import { drawShortHead } from './head.ts';
import { page, type Sheet } from './sheet.ts';

/** Begins another page where there is no room for what comes as a whole. */
export function makeRoom(sheet: Sheet, receipt: Receipt, height: number): void {
  if (sheet.y + height <= page.bottom) return;
  sheet.addPage();
  drawShortHead(sheet, receipt);
}

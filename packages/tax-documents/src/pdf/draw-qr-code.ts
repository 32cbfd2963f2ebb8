import { encode } from 'uqr';
import type { PdfSheet } from './sheet.ts';

/** Draws a text as a QR code of that size, including the quiet zone that scanners need. */
export function drawQrCode(
  sheet: PdfSheet,
  text: string,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
): void {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 4 });
  const module = size / modules;
  sheet.rect(x, y, size, size).fill('#ffffff');
  data.forEach((row, line) => {
    row.forEach((dark, column) => {
      if (dark && !row[column - 1])
        sheet.rect(x + column * module, y + line * module, countDarkModules(row, column) * module, module);
    });
  });
  sheet.fill('#000000');
}

/** The number of adjacent dark modules: drawn as one, so that no hairline shows between them. */
function countDarkModules(row: readonly boolean[], from: number): number {
  const end = row.indexOf(false, from);
  return (end < 0 ? row.length : end) - from;
}

import { formatDay } from '../model/format-local-time.ts';
import type { Billing, Receipt } from '../model/receipt.ts';
import { drawQrCode } from './draw-qr-code.ts';
import { makeRoom } from './make-room.ts';
import { colors, contentWidth, drawFrame, drawHeading, gap, type PdfSheet, page, writeText } from './sheet.ts';
import { calculateBarWidths, formatSlip, getBarDigits } from './slip.ts';

/** Division VIII: the payment. A draft and a cancelled receipt are not payable, and a paid one has no slip. */
export function drawPayment(sheet: PdfSheet, receipt: Receipt): void {
  const { billing, issue, cancellation } = receipt;
  if (billing === null || issue === null || cancellation !== null) return;
  if (billing.paidOn === undefined) drawSlip(sheet, receipt, billing);
  else drawPaidNotice(sheet, receipt, billing.paidOn);
}

function drawSlip(sheet: PdfSheet, receipt: Receipt, billing: Billing): void {
  const height = billing.pix === undefined ? 80 : 100;
  makeRoom(sheet, receipt, height);
  const box = { x: page.left, y: sheet.y, width: contentWidth, height };
  drawFrame(sheet, box);
  drawHeading(sheet, 'Pagamento', box);
  const column = { x: page.left + 8, width: billing.pix === undefined ? contentWidth - 16 : contentWidth - 120 };
  writeText(sheet, formatSlip(billing.slip), { ...column, y: box.y + 13 }, { font: 'bold', size: 9.5 });
  drawBars(sheet, getBarDigits(billing.slip), column.x + 4, box.y + 32);
  if (billing.directDebitCode !== undefined) {
    writeText(
      sheet,
      `Código para débito automático: ${billing.directDebitCode}`,
      { ...column, y: box.y + height - 9 },
      { size: 6.5 },
    );
  }
  if (billing.pix !== undefined) {
    drawQrCode(sheet, billing.pix, { x: page.right - 94, y: box.y + 3, size: 86 });
    writeText(
      sheet,
      'Pague com Pix',
      { x: page.right - 94, y: box.y + 88, width: 86 },
      { size: 6.5, align: 'center', color: colors.label },
    );
  }
  sheet.y += height + gap;
}

function drawPaidNotice(sheet: PdfSheet, receipt: Receipt, paidOn: string): void {
  const height = 28;
  makeRoom(sheet, receipt, height);
  const box = { x: page.left, y: sheet.y, width: contentWidth, height };
  drawFrame(sheet, box);
  drawHeading(sheet, 'Pagamento', box);
  writeText(
    sheet,
    `Paga em ${formatDay(paidOn)}. Não há valor a pagar.`,
    { x: page.left + 8, y: box.y + 12, width: contentWidth - 16 },
    { font: 'bold', size: 9.5 },
  );
  sheet.y += height + gap;
}

/** 103 mm by 13 mm, as FEBRABAN requires. */
function drawBars(sheet: PdfSheet, digits: string, x: number, y: number): void {
  const widths = calculateBarWidths(digits);
  const module = 292 / widths.reduce((total, width) => total + width, 0);
  widths.reduce((at, width, place) => {
    if (place % 2 === 0) sheet.rect(at, y, width * module, 37);
    return at + width * module;
  }, x);
  sheet.fill('#000000');
}

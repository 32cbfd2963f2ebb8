import { shownDay } from '../local-time.ts';
import type { Billing, Receipt } from '../receipt.ts';
import { makeRoom } from './make-room.ts';
import { drawQrCode } from './qr-code.ts';
import { contentWidth, frame, gap, heading, ink, page, type Sheet, write } from './sheet.ts';
import { barDigits, barWidths, shownSlip } from './slip.ts';

/** Division VIII: how it is paid. A draft and a cancelled receipt are not to be paid, and what was paid before has no slip. */
export function drawPayment(sheet: Sheet, receipt: Receipt): void {
  const { billing, issue, cancellation } = receipt;
  if (billing === null || issue === null || cancellation !== null) return;
  if (billing.paidOn === undefined) drawSlip(sheet, receipt, billing);
  else drawPaid(sheet, receipt, billing.paidOn);
}

function drawSlip(sheet: Sheet, receipt: Receipt, billing: Billing): void {
  const height = billing.pix === undefined ? 80 : 100;
  makeRoom(sheet, receipt, height);
  const box = { x: page.left, y: sheet.y, width: contentWidth, height };
  frame(sheet, box);
  heading(sheet, 'Pagamento', box);
  const column = { x: page.left + 8, width: billing.pix === undefined ? contentWidth - 16 : contentWidth - 120 };
  write(sheet, shownSlip(billing.slip), { ...column, y: box.y + 13 }, { font: 'bold', size: 9.5 });
  drawBars(sheet, barDigits(billing.slip), column.x + 4, box.y + 32);
  if (billing.directDebitCode !== undefined) {
    write(sheet, `Código para débito automático: ${billing.directDebitCode}`, { ...column, y: box.y + height - 9 }, { size: 6.5 });
  }
  if (billing.pix !== undefined) {
    drawQrCode(sheet, billing.pix, { x: page.right - 94, y: box.y + 3, size: 86 });
    write(sheet, 'Pague com Pix', { x: page.right - 94, y: box.y + 88, width: 86 }, { size: 6.5, align: 'center', color: ink.label });
  }
  sheet.y += height + gap;
}

function drawPaid(sheet: Sheet, receipt: Receipt, paidOn: string): void {
  const height = 28;
  makeRoom(sheet, receipt, height);
  const box = { x: page.left, y: sheet.y, width: contentWidth, height };
  frame(sheet, box);
  heading(sheet, 'Pagamento', box);
  write(
    sheet,
    `Paga em ${shownDay(paidOn)}. Não há valor a pagar.`,
    { x: page.left + 8, y: box.y + 12, width: contentWidth - 16 },
    { font: 'bold', size: 9.5 },
  );
  sheet.y += height + gap;
}

/** 103 mm by 13 mm, as FEBRABAN asks for. */
function drawBars(sheet: Sheet, digits: string, x: number, y: number): void {
  const widths = barWidths(digits);
  const module = 292 / widths.reduce((total, width) => total + width, 0);
  widths.reduce((at, width, place) => {
    if (place % 2 === 0) sheet.rect(at, y, width * module, 37);
    return at + width * module;
  }, x);
  sheet.fill('#000000');
}

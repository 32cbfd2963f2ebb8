import type { Receipt } from '../receipt.ts';
import { totalsOf } from '../totals.ts';
import { makeRoom } from './make-room.ts';
import { contentWidth, field, gap, page, type Sheet } from './sheet.ts';
import { shownMoney, shownNumber } from './shown.ts';
import { namingOf } from './standing.ts';

/** Division V: what it comes to, and the taxes in it. */
export function drawTotals(sheet: Sheet, receipt: Receipt): void {
  const totals = totalsOf(receipt);
  const amounts = [
    ['Valor dos serviços', totals.gross],
    ['Descontos', totals.discount],
    ['Acréscimos', totals.surcharge],
    ['Valor total', totals.net],
  ] as const;
  const taxes = [
    ['BC do ICMS', totals.icmsBase],
    ['ICMS', totals.icms],
    ['ICMS desonerado', totals.icmsRelief],
    ['FCP', totals.povertyFund],
    ['PIS', totals.pis],
    ['COFINS', totals.cofins],
    ['FUST', totals.fust],
    ['FUNTTEL', totals.funttel],
  ] as const;
  const rows = namingOf(receipt).isFiscal ? [amounts, taxes] : [amounts];
  makeRoom(sheet, receipt, rows.length * 28);
  for (const row of rows) drawRow(sheet, row);
  sheet.y += gap - 2;
}

function drawRow(sheet: Sheet, row: readonly (readonly [label: string, amount: string])[]): void {
  const width = contentWidth / row.length;
  row.forEach(([label, amount], place) => {
    const value = row.length > 4 ? shownNumber(amount) : shownMoney(amount);
    field(sheet, [label, value], { x: page.left + place * width, y: sheet.y, width, height: 25 }, { size: 9, align: 'right', isWhole: true });
  });
  sheet.y += 27;
}

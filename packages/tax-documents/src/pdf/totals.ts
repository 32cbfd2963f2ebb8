import { documentTotalOf } from '../ibs-cbs/document-total.ts';
import type { Receipt } from '../receipt.ts';
import { hasIbsCbs, totalsOf } from '../totals.ts';
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
  const rows = [amounts, ...(namingOf(receipt).isFiscal ? [taxes] : []), ...(hasIbsCbs(receipt) ? [ibsCbsRow(receipt)] : [])];
  makeRoom(sheet, receipt, rows.length * 28);
  for (const row of rows) drawRow(sheet, row);
  sheet.y += gap - 2;
}

type Row = readonly (readonly [label: string, amount: string])[];

/** The manual of the DANFE-COM names no place for the taxes of the reform: they stand under the others. */
function ibsCbsRow(receipt: Receipt): Row {
  const { ibsCbsBase, ibsState, ibsCity, ibs, cbs } = totalsOf(receipt);
  return [
    ['BC do IBS e da CBS', ibsCbsBase],
    ['IBS da UF', ibsState],
    ['IBS do município', ibsCity],
    ['IBS', ibs],
    ['CBS', cbs],
    ['Total do documento', documentTotalOf(receipt)],
  ];
}

function drawRow(sheet: Sheet, row: Row): void {
  const width = contentWidth / row.length;
  row.forEach(([label, amount], place) => {
    const value = row.length > 4 ? shownNumber(amount) : shownMoney(amount);
    field(sheet, [label, value], { x: page.left + place * width, y: sheet.y, width, height: 25 }, { size: 9, align: 'right', isWhole: true });
  });
  sheet.y += 27;
}

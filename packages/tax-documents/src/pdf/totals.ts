import { calculateDocumentTotal } from '../ibs-cbs/calculate-document-total.ts';
import { calculateTotals, hasIbsCbs } from '../model/calculate-totals.ts';
import type { Receipt } from '../model/receipt.ts';
import { getDocumentTitle } from './document-labels.ts';
import { formatMoney, formatNumber } from './format.ts';
import { makeRoom } from './make-room.ts';
import { contentWidth, drawField, gap, type PdfSheet, page } from './sheet.ts';

/** Division V: the totals and the taxes in them. */
export function drawTotals(sheet: PdfSheet, receipt: Receipt): void {
  const totals = calculateTotals(receipt);
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
  const rows = [
    amounts,
    ...(getDocumentTitle(receipt).isFiscal ? [taxes] : []),
    ...(hasIbsCbs(receipt) ? [buildIbsCbsRow(receipt)] : []),
  ];
  makeRoom(sheet, receipt, rows.length * 28);
  for (const row of rows) drawRow(sheet, row);
  sheet.y += gap - 2;
}

type TotalsRow = readonly (readonly [label: string, amount: string])[];

/** The manual of the DANFE-COM has no position for the taxes of the reform, so they are printed under the others. */
function buildIbsCbsRow(receipt: Receipt): TotalsRow {
  const { ibsCbsBase, ibsState, ibsCity, ibs, cbs } = calculateTotals(receipt);
  return [
    ['BC do IBS e da CBS', ibsCbsBase],
    ['IBS da UF', ibsState],
    ['IBS do município', ibsCity],
    ['IBS', ibs],
    ['CBS', cbs],
    ['Total do documento', calculateDocumentTotal(receipt)],
  ];
}

function drawRow(sheet: PdfSheet, row: TotalsRow): void {
  const width = contentWidth / row.length;
  row.forEach(([label, amount], place) => {
    const value = row.length > 4 ? formatNumber(amount) : formatMoney(amount);
    drawField(
      sheet,
      [label, value],
      { x: page.left + place * width, y: sheet.y, width, height: 25 },
      { size: 9, align: 'right', shrinksToFit: true },
    );
  });
  sheet.y += 27;
}

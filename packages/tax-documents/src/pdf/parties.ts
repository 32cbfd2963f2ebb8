import { formatAccessKey } from '../model/access-key.ts';
import { calculateTotals } from '../model/calculate-totals.ts';
import { formatDay, formatTime } from '../model/format-local-time.ts';
import type { Receipt } from '../model/receipt.ts';
import { buildLookupUrl, findReceiptKey } from '../model/receipt-key.ts';
import { drawQrCode } from './draw-qr-code.ts';
import { formatAddress, formatIdentity, formatMoney, formatMonth, formatPhone } from './format.ts';
import {
  type Box,
  colors,
  contentWidth,
  drawField,
  drawFrame,
  drawHeading,
  gap,
  type PdfSheet,
  page,
  writeText,
} from './sheet.ts';

const height = 112;

/** Divisions II and III of the DANFE-COM: recipient, amount, due date and access key. */
export function drawParties(sheet: PdfSheet, receipt: Receipt): void {
  const y = sheet.y;
  const key = findReceiptKey(receipt);
  const right = key === undefined ? 0 : 250;
  drawCustomer(sheet, receipt, { x: page.left, y, width: contentWidth - right - (right > 0 ? gap : 0), height });
  if (key !== undefined) drawKey(sheet, receipt, key, { x: page.right - right, y, width: right, height });
  sheet.y = y + height + gap;
  drawSummary(sheet, receipt);
}

function drawCustomer(sheet: PdfSheet, { customer, subscriber }: Receipt, box: Box): void {
  drawFrame(sheet, box);
  drawHeading(sheet, 'Assinante', box);
  const column = { x: box.x + 8, width: box.width - 16 };
  const nameHeight = writeText(
    sheet,
    customer.name,
    { ...column, y: box.y + 12 },
    { font: 'bold', size: 9.5, maxLines: 2 },
  );
  const [identityName, identity] = formatIdentity(customer);
  const stateTaxId =
    customer.stateTaxId === undefined
      ? []
      : [`IE ${customer.stateTaxId === 'EXEMPT' ? 'ISENTO' : customer.stateTaxId}`];
  const [line, ...others] = subscriber.lines;
  const more = others.length > 0 ? ` e mais ${others.length}` : '';
  const details = [
    [`${identityName} ${identity}`, ...stateTaxId].join(' - '),
    ...(customer.address === null ? [] : formatAddress(customer.address)),
    `Nº do cliente ${subscriber.code}`,
    [
      ...(line ? [`Telefone principal ${formatPhone(line.number)}${more}`] : []),
      ...(subscriber.contract ? [`Contrato ${subscriber.contract.number}`] : []),
    ].join(' - '),
  ];
  details.forEach((text, place) => {
    writeText(sheet, text, { ...column, y: box.y + 17 + nameHeight + place * 13 }, { size: 8, shrinksToFit: true });
  });
}

function drawKey(sheet: PdfSheet, receipt: Receipt, key: string, box: Box): void {
  const { issue, authorisation, issuer } = receipt;
  drawFrame(sheet, box);
  drawHeading(sheet, 'Chave de acesso', box);
  const side = 102;
  const column = { x: box.x + 8, width: box.width - side - 18 };
  const groups = formatAccessKey(key).split(' ');
  const lines = [groups.slice(0, 4), groups.slice(4, 8), groups.slice(8)].map((line) => line.join(' '));
  lines.forEach((line, place) => {
    writeText(sheet, line, { ...column, y: box.y + 11 + place * 11 }, { font: 'bold', size: 8.5 });
  });
  if (issue === null) return;
  drawQrCode(sheet, buildLookupUrl(receipt, issue), { x: box.x + box.width - side - 5, y: box.y + 5, size: side });
  writeText(sheet, 'Consulte pela chave de acesso em:', { ...column, y: box.y + 48 }, { size: 6, color: colors.label });
  writeText(sheet, issue.consultUrl, { ...column, y: box.y + 56 }, { size: 6, maxLines: 2 });
  writeText(sheet, 'Protocolo de autorização:', { ...column, y: box.y + 78 }, { size: 6, color: colors.label });
  const authorisationLines =
    authorisation === null
      ? ['Pendente', '']
      : [authorisation.protocol, formatTime(authorisation.at, issuer.address.state)];
  authorisationLines.forEach((line, place) => {
    writeText(
      sheet,
      line,
      { ...column, y: box.y + 86 + place * 10 },
      { font: place === 0 ? 'bold' : 'regular', size: 8 },
    );
  });
}

function drawSummary(sheet: PdfSheet, receipt: Receipt): void {
  const { billing, issue, cancellation } = receipt;
  const isDue = billing !== null && issue !== null && cancellation === null;
  const total = isDue ? (billing.paidOn === undefined ? 'Total a pagar' : 'Total pago') : 'Total';
  const usagePeriod =
    billing?.usedFrom === undefined || billing.usedUntil === undefined
      ? '-'
      : `${formatDay(billing.usedFrom)} a ${formatDay(billing.usedUntil)}`;
  const cells = [
    ['Referência', billing === null ? 'Pré-pago' : formatMonth(billing.month), 90],
    ['Período de uso', usagePeriod, 160],
    ['Vencimento', billing === null ? '-' : formatDay(billing.dueOn), 120],
    [total, formatMoney(calculateTotals(receipt).net), contentWidth - 370 - 3 * gap],
  ] as const;
  cells.reduce<number>((x, [label, value, width]) => {
    drawField(sheet, [label, value], { x, y: sheet.y, width, height: 28 }, { size: 10.5 });
    return x + width + gap;
  }, page.left);
  sheet.y += 28 + gap;
}

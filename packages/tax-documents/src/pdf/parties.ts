import { groupedKey } from '../access-key.ts';
import { shownDay, shownTime } from '../local-time.ts';
import type { Receipt } from '../receipt.ts';
import { consultAddress, receiptKey } from '../receipt-key.ts';
import { totalsOf } from '../totals.ts';
import { drawQrCode } from './qr-code.ts';
import { type Box, contentWidth, field, frame, gap, heading, ink, page, type Sheet, write } from './sheet.ts';
import { shownAddress, shownIdentity, shownMoney, shownMonth, shownPhone } from './shown.ts';

const height = 112;

/** Divisions II and III of the DANFE-COM: who receives, how much until when, and by which key the authority knows it. */
export function drawParties(sheet: Sheet, receipt: Receipt): void {
  const y = sheet.y;
  const key = receiptKey(receipt);
  const right = key === undefined ? 0 : 250;
  drawCustomer(sheet, receipt, { x: page.left, y, width: contentWidth - right - (right > 0 ? gap : 0), height });
  if (key !== undefined) drawKey(sheet, receipt, key, { x: page.right - right, y, width: right, height });
  sheet.y = y + height + gap;
  drawSummary(sheet, receipt);
}

function drawCustomer(sheet: Sheet, { customer, subscriber }: Receipt, box: Box): void {
  frame(sheet, box);
  heading(sheet, 'Assinante', box);
  const column = { x: box.x + 8, width: box.width - 16 };
  const named = write(sheet, customer.name, { ...column, y: box.y + 12 }, { font: 'bold', size: 9.5, lines: 2 });
  const [identityName, identity] = shownIdentity(customer);
  const stateTaxId = customer.stateTaxId === undefined ? [] : [`IE ${customer.stateTaxId === 'EXEMPT' ? 'ISENTO' : customer.stateTaxId}`];
  const [line, ...others] = subscriber.lines;
  const more = others.length > 0 ? ` e mais ${others.length}` : '';
  const told = [
    [`${identityName} ${identity}`, ...stateTaxId].join(' - '),
    ...(customer.address === null ? [] : shownAddress(customer.address)),
    `Nº do cliente ${subscriber.code}`,
    [
      ...(line ? [`Telefone principal ${shownPhone(line.number)}${more}`] : []),
      ...(subscriber.contract ? [`Contrato ${subscriber.contract.number}`] : []),
    ].join(' - '),
  ];
  told.forEach((text, place) => {
    write(sheet, text, { ...column, y: box.y + 17 + named + place * 13 }, { size: 8, isWhole: true });
  });
}

function drawKey(sheet: Sheet, receipt: Receipt, key: string, box: Box): void {
  const { issue, authorisation, issuer } = receipt;
  frame(sheet, box);
  heading(sheet, 'Chave de acesso', box);
  const side = 102;
  const column = { x: box.x + 8, width: box.width - side - 18 };
  const groups = groupedKey(key).split(' ');
  const lines = [groups.slice(0, 4), groups.slice(4, 8), groups.slice(8)].map((line) => line.join(' '));
  lines.forEach((line, place) => {
    write(sheet, line, { ...column, y: box.y + 11 + place * 11 }, { font: 'bold', size: 8.5 });
  });
  if (issue === null) return;
  drawQrCode(sheet, consultAddress(receipt, issue), { x: box.x + box.width - side - 5, y: box.y + 5, size: side });
  write(sheet, 'Consulte pela chave de acesso em:', { ...column, y: box.y + 48 }, { size: 6, color: ink.label });
  write(sheet, issue.consultUrl, { ...column, y: box.y + 56 }, { size: 6, lines: 2 });
  write(sheet, 'Protocolo de autorização:', { ...column, y: box.y + 78 }, { size: 6, color: ink.label });
  const granted = authorisation === null ? ['Pendente', ''] : [authorisation.protocol, shownTime(authorisation.at, issuer.address.state)];
  granted.forEach((line, place) => {
    write(sheet, line, { ...column, y: box.y + 86 + place * 10 }, { font: place === 0 ? 'bold' : 'regular', size: 8 });
  });
}

function drawSummary(sheet: Sheet, receipt: Receipt): void {
  const { billing, issue, cancellation } = receipt;
  const isDue = billing !== null && issue !== null && cancellation === null;
  const total = isDue ? (billing.paidOn === undefined ? 'Total a pagar' : 'Total pago') : 'Total';
  const used = billing?.usedFrom === undefined || billing.usedUntil === undefined ? '-' : `${shownDay(billing.usedFrom)} a ${shownDay(billing.usedUntil)}`;
  const cells = [
    ['Referência', billing === null ? 'Pré-pago' : shownMonth(billing.month), 90],
    ['Período de uso', used, 160],
    ['Vencimento', billing === null ? '-' : shownDay(billing.dueOn), 120],
    [total, shownMoney(totalsOf(receipt).net), contentWidth - 370 - 3 * gap],
  ] as const;
  cells.reduce<number>((x, [label, value, width]) => {
    field(sheet, [label, value], { x, y: sheet.y, width, height: 28 }, { size: 10.5 });
    return x + width + gap;
  }, page.left);
  sheet.y += 28 + gap;
}

import { groupedKey } from '../access-key.ts';
import { shownTime } from '../local-time.ts';
import type { Receipt } from '../receipt.ts';
import { receiptKey } from '../receipt-key.ts';
import { contentWidth, frame, gap, ink, page, type Sheet, write } from './sheet.ts';
import { shownAddress, shownCnpj, shownPhone } from './shown.ts';
import { namingOf, warningsOf } from './standing.ts';

const height = 76;
const naming = { width: 214 } as const;

/** Division I of the DANFE-COM: who issues, and what this paper is. */
export function drawHead(sheet: Sheet, receipt: Receipt): void {
  const { issuer } = receipt;
  const y = sheet.y;
  frame(sheet, { x: page.left, y, width: contentWidth, height });
  const left = { x: page.left + 8, width: contentWidth - naming.width - 24 };
  write(sheet, issuer.tradeName ?? issuer.name, { ...left, y: y + 5 }, { font: 'bold', size: 14 });
  const phone = issuer.address.phone === undefined ? [] : [`Tel. ${shownPhone(issuer.address.phone)}`];
  const contact = [...phone, ...(issuer.address.email === undefined ? [] : [issuer.address.email])].join(' - ');
  const lines = [issuer.name, ...shownAddress(issuer.address), contact, `CNPJ ${shownCnpj(issuer.federalTaxId)} - IE ${issuer.stateTaxId}`];
  lines
    .filter((line) => line !== '')
    .forEach((line, place) => {
      write(sheet, line, { ...left, y: y + 25 + place * 9.6 }, { size: 7, isWhole: true });
    });
  drawNaming(sheet, receipt, y);
  sheet.y = y + height + gap;
  for (const { line } of warningsOf(receipt)) drawWarning(sheet, line);
}

/** What the pages after the first begin with. */
export function drawShortHead(sheet: Sheet, receipt: Receipt): void {
  const { issuer, issue } = receipt;
  const key = receiptKey(receipt);
  const y = page.top;
  frame(sheet, { x: page.left, y, width: contentWidth, height: 26 });
  write(sheet, issuer.tradeName ?? issuer.name, { x: page.left + 8, y: y + 3, width: 300 }, { font: 'bold', size: 8 });
  const number = issue === null ? '' : ` nº ${issue.number} - série ${issue.series}`;
  write(sheet, `${namingOf(receipt).short}${number}`, { x: page.right - 218, y: y + 3, width: 210 }, { font: 'bold', size: 8, align: 'right' });
  const known = [`CNPJ ${shownCnpj(issuer.federalTaxId)}`, ...(key === undefined ? [] : [`Chave de acesso ${groupedKey(key)}`])].join(' - ');
  write(sheet, known, { x: page.left + 8, y: y + 14, width: contentWidth - 16 }, { size: 7 });
  sheet.y = y + 26 + gap;
  for (const { line } of warningsOf(receipt)) drawWarning(sheet, line);
}

function drawNaming(sheet: Sheet, receipt: Receipt, y: number): void {
  const { issue, issuer } = receipt;
  const box = { x: page.right - naming.width, width: naming.width };
  sheet
    .moveTo(box.x, y)
    .lineTo(box.x, y + height)
    .stroke(ink.line);
  const inner = { x: box.x + 8, width: box.width - 16 };
  write(sheet, namingOf(receipt).title.toUpperCase(), { ...inner, y: y + 6 }, { font: 'bold', size: 7.5, align: 'center', lines: 3 });
  const number = issue === null ? 'Sem número' : `Nº ${String(issue.number).padStart(9, '0')} - Série ${String(issue.series).padStart(3, '0')}`;
  write(sheet, number, { ...inner, y: y + 39 }, { font: 'bold', size: 11, align: 'center' });
  if (issue !== null) write(sheet, `Emissão ${shownTime(issue.at, issuer.address.state)}`, { ...inner, y: y + 57 }, { size: 8, align: 'center' });
}

function drawWarning(sheet: Sheet, line: string): void {
  frame(sheet, { x: page.left, y: sheet.y, width: contentWidth, height: 18 }, '#fdecea');
  write(sheet, line, { x: page.left + 8, y: sheet.y + 2.5, width: contentWidth - 16 }, { font: 'bold', size: 9, color: ink.alarm, align: 'center' });
  sheet.y += 18 + gap;
}

import { formatAccessKey } from '../model/access-key.ts';
import { formatTime } from '../model/format-local-time.ts';
import type { Receipt } from '../model/receipt.ts';
import { findReceiptKey } from '../model/receipt-key.ts';
import { getDocumentTitle, listWarnings } from './document-labels.ts';
import { formatAddress, formatCnpj, formatPhone } from './format.ts';
import { colors, contentWidth, drawFrame, gap, type PdfSheet, page, writeText } from './sheet.ts';

const height = 76;
const titleBox = { width: 214 } as const;

/** Division I of the DANFE-COM: the issuer and the kind of document. */
export function drawHead(sheet: PdfSheet, receipt: Receipt): void {
  const { issuer } = receipt;
  const y = sheet.y;
  drawFrame(sheet, { x: page.left, y, width: contentWidth, height });
  const left = { x: page.left + 8, width: contentWidth - titleBox.width - 24 };
  writeText(sheet, issuer.tradeName ?? issuer.name, { ...left, y: y + 5 }, { font: 'bold', size: 14 });
  const phone = issuer.address.phone === undefined ? [] : [`Tel. ${formatPhone(issuer.address.phone)}`];
  const contact = [...phone, ...(issuer.address.email === undefined ? [] : [issuer.address.email])].join(' - ');
  const lines = [
    issuer.name,
    ...formatAddress(issuer.address),
    contact,
    `CNPJ ${formatCnpj(issuer.federalTaxId)} - IE ${issuer.stateTaxId}`,
  ];
  lines
    .filter((line) => line !== '')
    .forEach((line, place) => {
      writeText(sheet, line, { ...left, y: y + 25 + place * 9.6 }, { size: 7, shrinksToFit: true });
    });
  drawTitle(sheet, receipt, y);
  sheet.y = y + height + gap;
  for (const { line } of listWarnings(receipt)) drawWarning(sheet, line);
}

/** The head of the pages after the first. */
export function drawShortHead(sheet: PdfSheet, receipt: Receipt): void {
  const { issuer, issue } = receipt;
  const key = findReceiptKey(receipt);
  const y = page.top;
  drawFrame(sheet, { x: page.left, y, width: contentWidth, height: 26 });
  writeText(
    sheet,
    issuer.tradeName ?? issuer.name,
    { x: page.left + 8, y: y + 3, width: 300 },
    { font: 'bold', size: 8 },
  );
  const number = issue === null ? '' : ` nº ${issue.number} - série ${issue.series}`;
  writeText(
    sheet,
    `${getDocumentTitle(receipt).shortTitle}${number}`,
    { x: page.right - 218, y: y + 3, width: 210 },
    { font: 'bold', size: 8, align: 'right' },
  );
  const identification = [
    `CNPJ ${formatCnpj(issuer.federalTaxId)}`,
    ...(key === undefined ? [] : [`Chave de acesso ${formatAccessKey(key)}`]),
  ].join(' - ');
  writeText(sheet, identification, { x: page.left + 8, y: y + 14, width: contentWidth - 16 }, { size: 7 });
  sheet.y = y + 26 + gap;
  for (const { line } of listWarnings(receipt)) drawWarning(sheet, line);
}

function drawTitle(sheet: PdfSheet, receipt: Receipt, y: number): void {
  const { issue, issuer } = receipt;
  const box = { x: page.right - titleBox.width, width: titleBox.width };
  sheet
    .moveTo(box.x, y)
    .lineTo(box.x, y + height)
    .stroke(colors.line);
  const inner = { x: box.x + 8, width: box.width - 16 };
  writeText(
    sheet,
    getDocumentTitle(receipt).title.toUpperCase(),
    { ...inner, y: y + 6 },
    { font: 'bold', size: 7.5, align: 'center', maxLines: 3 },
  );
  const number =
    issue === null
      ? 'Sem número'
      : `Nº ${String(issue.number).padStart(9, '0')} - Série ${String(issue.series).padStart(3, '0')}`;
  writeText(sheet, number, { ...inner, y: y + 39 }, { font: 'bold', size: 11, align: 'center' });
  if (issue !== null)
    writeText(
      sheet,
      `Emissão ${formatTime(issue.at, issuer.address.state)}`,
      { ...inner, y: y + 57 },
      { size: 8, align: 'center' },
    );
}

function drawWarning(sheet: PdfSheet, line: string): void {
  drawFrame(sheet, { x: page.left, y: sheet.y, width: contentWidth, height: 18 }, '#fdecea');
  writeText(
    sheet,
    line,
    { x: page.left + 8, y: sheet.y + 2.5, width: contentWidth - 16 },
    { font: 'bold', size: 9, color: colors.alarm, align: 'center' },
  );
  sheet.y += 18 + gap;
}

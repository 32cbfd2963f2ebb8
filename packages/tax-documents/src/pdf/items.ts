import { calculateIbsAmount } from '../ibs-cbs/calculate-ibs-cbs.ts';
import { calculateNet, findIcmsLevy } from '../model/calculate-totals.ts';
import { sum } from '../model/decimal.ts';
import type { IbsCbs, Item } from '../model/item.ts';
import type { Receipt } from '../model/receipt.ts';
import { getDocumentTitle } from './document-labels.ts';
import { formatNumber } from './format.ts';
import { drawShortHead } from './head.ts';
import { colors, contentWidth, measureHeight, type PdfSheet, page, type TextOptions, writeText } from './sheet.ts';

interface Column {
  readonly label: string;
  readonly width: number;
  readonly format: (item: Item) => string;
  /** Shown on tax receipts only. */
  readonly isFiscal?: true;
}

const units: Readonly<Record<Item['unit'], string>> = { MINUTE: 'min', MB: 'MB', GB: 'GB', UNIT: 'un' };
const size = 7;
const padding = 3;

/** Division IV: the columns beside the description, which gets the remaining width. */
const columns: readonly Column[] = [
  { label: 'Un.', width: 24, format: ({ unit }) => units[unit] },
  { label: 'Quantidade', width: 46, format: ({ quantity }) => formatNumber(quantity, 0, 4) },
  { label: 'Preço unit.', width: 48, format: ({ unitPrice }) => formatNumber(unitPrice) },
  { label: 'Desc./acrésc.', width: 48, format: formatPriceChange },
  { label: 'Valor total', width: 50, format: (item) => formatNumber(calculateNet(item)) },
  {
    label: 'PIS/COFINS',
    width: 44,
    format: ({ taxes }) => formatNumber(sum([taxes.pis?.amount ?? '0', taxes.cofins?.amount ?? '0'])),
    isFiscal: true,
  },
  { label: 'BC ICMS', width: 46, format: (item) => formatOptional(findIcmsLevy(item)?.base), isFiscal: true },
  { label: 'Alíq. %', width: 32, format: (item) => formatOptional(findIcmsLevy(item)?.rate), isFiscal: true },
  { label: 'ICMS', width: 42, format: (item) => formatOptional(findIcmsLevy(item)?.amount), isFiscal: true },
];

/** Draws every item, over as many pages as they need; each page begins with the head and the names of the columns. */
export function drawItems(sheet: PdfSheet, receipt: Receipt): void {
  const shownColumns = columns.filter(({ isFiscal }) => isFiscal === undefined || getDocumentTitle(receipt).isFiscal);
  const descriptionWidth = contentWidth - shownColumns.reduce((total, { width }) => total + width, 0);
  drawColumnNames(sheet, shownColumns, descriptionWidth);
  receipt.items.forEach((item, index) => {
    const details = [
      ...(getDocumentTitle(receipt).isFiscal ? buildCodes(item) : [item.code]),
      ...(item.note === undefined ? [] : [item.note]),
    ];
    const height = measureRow(sheet, item, details, descriptionWidth);
    if (sheet.y + height > page.bottom) {
      sheet.addPage();
      drawShortHead(sheet, receipt);
      drawColumnNames(sheet, shownColumns, descriptionWidth);
    }
    drawRow(sheet, { item, details, height, isShaded: index % 2 === 1 }, shownColumns, descriptionWidth);
  });
  sheet.y += 6;
}

function drawColumnNames(sheet: PdfSheet, shownColumns: readonly Column[], descriptionWidth: number): void {
  sheet.rect(page.left, sheet.y, contentWidth, 14).fill('#3c4a57');
  const options: TextOptions = { font: 'bold', size: 6.5, color: '#ffffff' };
  writeText(sheet, 'Itens da fatura', { x: page.left + 4, y: sheet.y + 2.5, width: descriptionWidth - 8 }, options);
  forEachColumn(shownColumns, descriptionWidth, ({ label, width }, x) =>
    writeText(sheet, label, { x, y: sheet.y + 2.5, width: width - padding }, { ...options, size: 6, align: 'right' }),
  );
  sheet.y += 14;
}

interface ItemRow {
  readonly item: Item;
  /** In small letters under the description, one paragraph each. */
  readonly details: readonly string[];
  readonly height: number;
  readonly isShaded: boolean;
}

function drawRow(
  sheet: PdfSheet,
  { item, details, height, isShaded }: ItemRow,
  shownColumns: readonly Column[],
  descriptionWidth: number,
): void {
  if (isShaded) sheet.rect(page.left, sheet.y, contentWidth, height).fill(colors.band);
  const column = { x: page.left + 4, width: descriptionWidth - 8 };
  const detailsY =
    sheet.y + padding + writeText(sheet, item.description, { ...column, y: sheet.y + padding }, { size, maxLines: 9 });
  details.reduce(
    (y, text) => y + writeText(sheet, text, { ...column, y }, { size: 5.5, color: colors.label, maxLines: 40 }),
    detailsY,
  );
  forEachColumn(shownColumns, descriptionWidth, ({ format, width }, x) =>
    writeText(
      sheet,
      format(item),
      { x, y: sheet.y + padding, width: width - padding },
      { size, align: 'right', shrinksToFit: true },
    ),
  );
  sheet.y += height;
}

function measureRow(sheet: PdfSheet, item: Item, details: readonly string[], descriptionWidth: number): number {
  const width = descriptionWidth - 8;
  const detailsHeight = details.reduce((height, text) => height + measureHeight(sheet, text, width, { size: 5.5 }), 0);
  return measureHeight(sheet, item.description, width, { size }) + detailsHeight + 2 * padding;
}

function forEachColumn(
  shownColumns: readonly Column[],
  descriptionWidth: number,
  draw: (column: Column, x: number) => void,
): void {
  shownColumns.reduce((x, column) => {
    draw(column, x);
    return x + column.width;
  }, page.left + descriptionWidth);
}

function buildCodes({ code, classification, cfop, creditUntil, taxes: { ibsCbs } }: Item): readonly string[] {
  const [year, month, day] = creditUntil?.split('-') ?? [];
  const expiry = creditUntil === undefined ? [] : [`válido até ${day}/${month}/${year}`];
  const codes = [code, `cClass ${classification}`, ...(cfop === undefined ? [] : [`CFOP ${cfop}`]), ...expiry].join(
    ' - ',
  );
  return ibsCbs === undefined ? [codes] : [codes, formatIbsCbs(ibsCbs)];
}

/** cClassTrib begins with the situation, so it shows both. */
function formatIbsCbs(taxes: IbsCbs): string {
  const [base, ibs, cbs] = [taxes.base, calculateIbsAmount(taxes), taxes.cbs.amount].map((amount) =>
    formatNumber(amount),
  );
  return `cClassTrib ${taxes.classification} - BC ${base} - IBS ${ibs} - CBS ${cbs}`;
}

function formatPriceChange({ discount, surcharge }: Item): string {
  const parts = [
    ...(discount === undefined ? [] : [`-${formatNumber(discount)}`]),
    ...(surcharge === undefined ? [] : [`+${formatNumber(surcharge)}`]),
  ];
  return parts.join(' ');
}

function formatOptional(amount: string | undefined): string {
  return amount === undefined ? '-' : formatNumber(amount);
}

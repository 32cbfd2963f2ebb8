import { sum } from '../decimal.ts';
import { ibsAmountOf } from '../ibs-cbs/calculate.ts';
import type { IbsCbs, Item } from '../item.ts';
import type { Receipt } from '../receipt.ts';
import { icmsOf, netOf } from '../totals.ts';
import { drawShortHead } from './head.ts';
import { contentWidth, heightOf, ink, page, type Sheet, type Writing, write } from './sheet.ts';
import { shownNumber } from './shown.ts';
import { namingOf } from './standing.ts';

interface Column {
  readonly label: string;
  readonly width: number;
  readonly show: (item: Item) => string;
  /** Told on tax receipts only. */
  readonly isFiscal?: true;
}

const units: Readonly<Record<Item['unit'], string>> = { MINUTE: 'min', MB: 'MB', GB: 'GB', UNIT: 'un' };
const size = 7;
const padding = 3;

/** Division IV: beside the description, which takes the room that is left. */
const columns: readonly Column[] = [
  { label: 'Un.', width: 24, show: ({ unit }) => units[unit] },
  { label: 'Quantidade', width: 46, show: ({ quantity }) => shownNumber(quantity, 0, 4) },
  { label: 'Preço unit.', width: 48, show: ({ unitPrice }) => shownNumber(unitPrice) },
  { label: 'Desc./acrésc.', width: 48, show: shownChange },
  { label: 'Valor total', width: 50, show: (item) => shownNumber(netOf(item)) },
  { label: 'PIS/COFINS', width: 44, show: ({ taxes }) => shownNumber(sum([taxes.pis?.amount ?? '0', taxes.cofins?.amount ?? '0'])), isFiscal: true },
  { label: 'BC ICMS', width: 46, show: (item) => shownOrNone(icmsOf(item)?.base), isFiscal: true },
  { label: 'Alíq. %', width: 32, show: (item) => shownOrNone(icmsOf(item)?.rate), isFiscal: true },
  { label: 'ICMS', width: 42, show: (item) => shownOrNone(icmsOf(item)?.amount), isFiscal: true },
];

/** Draws every item, over as many pages as they need; each page begins with the head and the columns' names. */
export function drawItems(sheet: Sheet, receipt: Receipt): void {
  const shown = columns.filter(({ isFiscal }) => isFiscal === undefined || namingOf(receipt).isFiscal);
  const description = contentWidth - shown.reduce((total, { width }) => total + width, 0);
  drawNames(sheet, shown, description);
  receipt.items.forEach((item, index) => {
    const told = [...(namingOf(receipt).isFiscal ? codesOf(item) : [item.code]), ...(item.note === undefined ? [] : [item.note])];
    const height = rowHeight(sheet, item, told, description);
    if (sheet.y + height > page.bottom) {
      sheet.addPage();
      drawShortHead(sheet, receipt);
      drawNames(sheet, shown, description);
    }
    drawRow(sheet, { item, told, height, shaded: index % 2 === 1 }, shown, description);
  });
  sheet.y += 6;
}

function drawNames(sheet: Sheet, shown: readonly Column[], description: number): void {
  sheet.rect(page.left, sheet.y, contentWidth, 14).fill('#3c4a57');
  const writing: Writing = { font: 'bold', size: 6.5, color: '#ffffff' };
  write(sheet, 'Itens da fatura', { x: page.left + 4, y: sheet.y + 2.5, width: description - 8 }, writing);
  overColumns(shown, description, ({ label, width }, x) =>
    write(sheet, label, { x, y: sheet.y + 2.5, width: width - padding }, { ...writing, size: 6, align: 'right' }),
  );
  sheet.y += 14;
}

interface Row {
  readonly item: Item;
  /** In small letters under the description, a paragraph each. */
  readonly told: readonly string[];
  readonly height: number;
  readonly shaded: boolean;
}

function drawRow(sheet: Sheet, { item, told, height, shaded }: Row, shown: readonly Column[], description: number): void {
  if (shaded) sheet.rect(page.left, sheet.y, contentWidth, height).fill(ink.band);
  const column = { x: page.left + 4, width: description - 8 };
  const under = sheet.y + padding + write(sheet, item.description, { ...column, y: sheet.y + padding }, { size, lines: 9 });
  told.reduce((y, text) => y + write(sheet, text, { ...column, y }, { size: 5.5, color: ink.label, lines: 40 }), under);
  overColumns(shown, description, ({ show, width }, x) =>
    write(sheet, show(item), { x, y: sheet.y + padding, width: width - padding }, { size, align: 'right', isWhole: true }),
  );
  sheet.y += height;
}

function rowHeight(sheet: Sheet, item: Item, told: readonly string[], description: number): number {
  const width = description - 8;
  const under = told.reduce((height, text) => height + heightOf(sheet, text, width, { size: 5.5 }), 0);
  return heightOf(sheet, item.description, width, { size }) + under + 2 * padding;
}

function overColumns(shown: readonly Column[], description: number, draw: (column: Column, x: number) => void): void {
  shown.reduce((x, column) => {
    draw(column, x);
    return x + column.width;
  }, page.left + description);
}

function codesOf({ code, classification, cfop, creditUntil, taxes: { ibsCbs } }: Item): readonly string[] {
  const [year, month, day] = creditUntil?.split('-') ?? [];
  const expiry = creditUntil === undefined ? [] : [`válido até ${day}/${month}/${year}`];
  const codes = [code, `cClass ${classification}`, ...(cfop === undefined ? [] : [`CFOP ${cfop}`]), ...expiry].join(' - ');
  return ibsCbs === undefined ? [codes] : [codes, shownIbsCbs(ibsCbs)];
}

/** cClassTrib begins with the situation, so that it says both. */
function shownIbsCbs(taxes: IbsCbs): string {
  const [base, ibs, cbs] = [taxes.base, ibsAmountOf(taxes), taxes.cbs.amount].map((amount) => shownNumber(amount));
  return `cClassTrib ${taxes.classification} - BC ${base} - IBS ${ibs} - CBS ${cbs}`;
}

function shownChange({ discount, surcharge }: Item): string {
  const told = [...(discount === undefined ? [] : [`-${shownNumber(discount)}`]), ...(surcharge === undefined ? [] : [`+${shownNumber(surcharge)}`])];
  return told.join(' ');
}

function shownOrNone(amount: string | undefined): string {
  return amount === undefined ? '-' : shownNumber(amount);
}

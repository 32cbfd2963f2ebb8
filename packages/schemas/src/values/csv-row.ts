/**
 * What a spreadsheet calculates: a text that begins with one of these signs, also in their wide forms, or after blanks
 * and control characters that some programs remove. A telephone number or an amount with a sign calculates nothing, and
 * stays as it is.
 */
const formula = /^[\s\p{Cc}\u200b-\u200f\u2060\ufeff']*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const signedNumber = /^[+-]\d+(?:\.\d+)?$/;
const mark = "'";

const isFormula = (text: string): boolean => formula.test(text) && !signedNumber.test(text);

/**
 * Whether a value needs quotes (RFC 4180; a semicolon divides cells where the comma is the decimal sign). A space at an
 * end would be lost in some programs.
 */
const needsQuotes = /[",;\r\n\t]|^\s|\s$/;

/**
 * One cell: empty for an absent value, and never a formula. A text that would be one begins with an apostrophe, which
 * spreadsheets do not show.
 */
function formatCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = isFormula(text) ? mark + text : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row of CSV (RFC 4180) without its line end, for every writer of CSV. */
export const formatCells = (values: readonly unknown[]): string => values.map(formatCell).join(',');

/** One row of a CSV file, with its line end. */
export const formatRow = (values: readonly unknown[]): string => `${formatCells(values)}\r\n`;

/** Reads a cell as it was before it was written: without the apostrophe that marks what would be a formula. */
export const readCell = (cell: string): string =>
  cell.startsWith(mark) && isFormula(cell.slice(1)) ? cell.slice(1) : cell;

const separatorLine = /^\s*"?sep=(?<separator>[^"\r\n])"?[\s,;]*$/i;

/**
 * The separator that a spreadsheet names in a line of its own before the header, such as `sep=;`; undefined for any
 * other line.
 */
export const readSeparatorLine = (line: string): string | undefined => separatorLine.exec(line)?.groups?.['separator'];

/** What a spreadsheet would calculate. A telephone number or an amount with a sign calculates nothing, and stays as it is. */
const formula = /^[=+\-@\t\r]/;
const signedNumber = /^[+-]\d+(?:\.\d+)?$/;

/** Whether a value needs quotes (RFC 4180). A space at an end would be lost in some programs. */
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** One cell: empty for an absent value, and never a formula. */
function formatCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = formula.test(text) && !signedNumber.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row of a CSV file (RFC 4180), with its line end. */
export const formatRow = (values: readonly unknown[]): string => `${values.map(formatCell).join(',')}\r\n`;

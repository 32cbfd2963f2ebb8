/** One row of CSV as RFC 4180 defines it, without its line end. Objects and arrays become JSON. */
export function formatCsvRow(values: readonly unknown[]): string {
  return values.map((value) => quote(toText(value))).join(',');
}

const quote = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

import type { ImportReport } from '@linework/sdk';

type BadRow = ImportReport['errors'][number];

/** The reason without the line, which has a column of its own. */
export const reasonOf = ({ line, detail }: BadRow): string => detail.replace(`Line ${line} is not valid: `, '');

/** The bad rows as a file of CSV. */
export const badRowsCsv = (rows: readonly BadRow[]): string =>
  [['line', 'externalCode', 'reason'], ...rows.map((row) => [String(row.line), row.externalCode ?? '', reasonOf(row)])]
    .map((values) => `${values.map(formatCell).join(',')}\r\n`)
    .join('');

/** What a spreadsheet would calculate. The codes come from a file of somebody else. */
const formula = /^[=+\-@\t\r]/;

function formatCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

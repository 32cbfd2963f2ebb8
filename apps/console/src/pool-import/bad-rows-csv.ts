import { formatRow } from '@linework/schemas/values/csv-row';
import type { ImportReport } from '@linework/sdk';

type BadRow = ImportReport['errors'][number];

/** The reason without the line, which has a column of its own. */
export const reasonOf = ({ line, detail }: BadRow): string => detail.replace(`Line ${line} is not valid: `, '');

/** The bad rows as a file of CSV. */
export const badRowsCsv = (rows: readonly BadRow[]): string =>
  [['line', 'externalCode', 'reason'], ...rows.map((row) => [row.line, row.externalCode, reasonOf(row)])]
    .map(formatRow)
    .join('');

import { badRowReason } from '@linework/schemas/inventory/import-file';
import { formatRow } from '@linework/schemas/values/csv-row';
import type { ImportReport } from '@linework/sdk';

type BadRow = ImportReport['errors'][number];

/** The bad rows as a file of CSV. */
export const badRowsCsv = (rows: readonly BadRow[]): string =>
  [['line', 'externalCode', 'reason'], ...rows.map((row) => [row.line, row.externalCode, badRowReason(row)])]
    .map(formatRow)
    .join('');

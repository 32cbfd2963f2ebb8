import { type CsvColumns, readCsvHeader } from './csv-columns.ts';
import { readCsvRecords } from './csv-records.ts';
import { badHeader, emptyFile } from './file-error.ts';
import { readCsvRow } from './read-csv-row.ts';
import { isBad, type Row } from './row.ts';
import type { RowContext } from './row-context.ts';
import { splitLines } from './split-lines.ts';
import { toUtf8 } from './to-utf8.ts';

/** Reads the rows of a CSV file while it arrives. Raises a file error when its header cannot be read. */
export async function* readCsvRows(
  chunks: AsyncIterable<Uint8Array>,
  context: RowContext,
): AsyncGenerator<Row, void, void> {
  let columns: CsvColumns | undefined;
  for await (const record of readCsvRecords(splitLines(toUtf8(chunks)), 'externalCode')) {
    if (isBad(record)) {
      if (!columns) throw badHeader(`The header, which is the first line, ${record.reason}.`);
      yield record;
    } else if (columns === undefined) columns = readCsvHeader(record.values);
    else if (record.values.some((value) => value !== ''))
      yield readCsvRow(record.values, { line: record.line, columns, ...context });
  }
  if (!columns) throw emptyFile();
}

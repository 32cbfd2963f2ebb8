import { type CsvColumns, readCsvHeader } from './csv-columns.ts';
import { csvRecords } from './csv-records.ts';
import { badHeader, emptyFile } from './file-fault.ts';
import { inUtf8 } from './in-utf8.ts';
import { linesOf } from './lines-of.ts';
import { readCsvRow } from './read-csv-row.ts';
import { isBad, type Row } from './row.ts';
import type { RowContext } from './row-context.ts';

/** The rows of a CSV file, read as it arrives. Raises a fault of the file where its header cannot be read. */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>, context: RowContext): AsyncGenerator<Row, void, void> {
  let columns: CsvColumns | undefined;
  for await (const record of csvRecords(linesOf(inUtf8(chunks)))) {
    if (isBad(record)) {
      if (!columns) throw badHeader(`The header, which is the first line, ${record.reason}.`);
      yield record;
    } else if (columns) yield readCsvRow(record.values, { line: record.line, columns, ...context });
    else columns = readCsvHeader(record.values);
  }
  if (!columns) throw emptyFile();
}

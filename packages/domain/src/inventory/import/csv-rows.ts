import { pipeline } from 'node:stream/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { readCsvHeader } from './csv-columns.ts';
import { emptyFile, FileFault } from './file-fault.ts';
import { readCsvRow } from './read-csv-row.ts';
import { type Row, rowLimitBytes } from './row.ts';
import type { RowContext } from './row-context.ts';

/** The rows of a CSV file (RFC 4180, separated by commas), read as it arrives. Raises a fault of the file where it cannot be read on. */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>, context: RowContext): AsyncGenerator<Row, void, void> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: rowLimitBytes,
  });
  // Whatever breaks off the file comes out of the parser too.
  pipeline(inPieces(chunks), parser).catch(() => {});
  try {
    let columns: ReturnType<typeof readCsvHeader> | undefined;
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (columns) yield readCsvRow(record, { line: info.lines, columns, ...context });
      else columns = readCsvHeader(record);
    }
    if (!columns) throw emptyFile();
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  } finally {
    parser.destroy();
  }
}

/** The parser reads all that it is given before anybody gets a row of it: a few hundred rows are enough to have in memory. */
const pieceBytes = 8 * 1024;

async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += pieceBytes) yield chunk.subarray(from, from + pieceBytes);
  }
}

function unreadable(error: CsvError): FileFault {
  const line = Number(error['lines']);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new FileFault('unreadable-file', `The file ends within quotes, at line ${line}.`);
  return new FileFault('unreadable-file', `At line ${line} the row is longer than ${rowLimitBytes} bytes: perhaps a quote before it is not closed.`);
}

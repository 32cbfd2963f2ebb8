import {
  type CsvFormat,
  csvFormat,
  findFormat,
  type OpenRow,
  readCsvLine,
} from '@linework/inventory/import/read-csv-line';
import { readSeparatorLine } from '@linework/schemas/values/csv-row';
import { type FileLine, readLines } from './read-lines.ts';

/** A row is one line, or several where a value in quotes has line breaks. */
export interface Batch {
  readonly rows: readonly string[];
  readonly endOffset: number;
}

export interface Header {
  readonly lines: readonly string[];
  readonly endOffset: number;
}

/** The line with the names of the columns, and the line `sep=` before it; undefined in an empty file. */
export async function readHeader(path: string): Promise<Header | undefined> {
  const lines: string[] = [];
  for await (const { text, endOffset } of readLines(path, 0)) {
    lines.push(text);
    if (lines.length > 1 || readSeparatorLine(text) === undefined) return { lines, endOffset };
  }
  return undefined;
}

/** A quote that is not closed within as many characters is wrong, and each line is a row of its own again. */
const rowLimit = 65_536;

/**
 * Reads the rows of a file from a position, so many at once. Empty lines are kept, because they count as lines of the
 * file. A file without a header is NDJSON: each line is a row.
 */
export async function* readBatches(
  path: string,
  start: number,
  { size, header }: { readonly size: number; readonly header: string | undefined },
): AsyncGenerator<Batch> {
  const format = header === undefined ? undefined : formatOf(header);
  let rows: string[] = [];
  let end = start;
  for await (const { lines, endOffset } of readRecords(readLines(path, start), format)) {
    rows.push(...lines);
    end = endOffset;
    if (rows.length < size) continue;
    yield { rows, endOffset: end };
    rows = [];
  }
  if (rows.length > 0) yield { rows, endOffset: end };
}

function formatOf(header: string): CsvFormat {
  const [first = '', columns = first] = header.split('\n');
  const separator = readSeparatorLine(first);
  return separator === undefined ? findFormat(columns, 'externalCode') : csvFormat(separator);
}

interface Lines {
  readonly lines: readonly string[];
  readonly endOffset: number;
}

/** The lines of a record as one text; as a text each where its quotes are wrong. */
async function* readRecords(lines: AsyncIterable<FileLine>, format: CsvFormat | undefined): AsyncGenerator<Lines> {
  let record: string[] = [];
  let open: OpenRow | undefined;
  let length = 0;
  let end = 0;
  for await (const { text, endOffset } of lines) {
    const read = format === undefined ? [] : readCsvLine(text, format, open);
    record.push(text);
    length += text.length;
    end = endOffset;
    open = read !== undefined && 'quoted' in read && length <= rowLimit ? read : undefined;
    if (open !== undefined) continue;
    yield { lines: Array.isArray(read) ? [record.join('\n')] : record, endOffset };
    record = [];
    length = 0;
  }
  if (record.length > 0) yield { lines: record, endOffset: end };
}

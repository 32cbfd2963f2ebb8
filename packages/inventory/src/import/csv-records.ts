// Own code: after a mistake csv-parse does not find the next row (decision 67).
import { readCell, readSeparatorLine } from '@linework/schemas/values/csv-row';
import { rowLimitBytes } from '../resources/row-limit.ts';
import {
  type CsvFormat,
  commaFormat,
  csvFormat,
  findFormat,
  type HeaderTest,
  type OpenRow,
  readCsvLine,
} from './read-csv-line.ts';
import { type BadRow, badRow, tooLong } from './row.ts';
import type { FileLine } from './split-lines.ts';

/** The values of a row and the number of its last line. */
export interface CsvRecord {
  readonly line: number;
  readonly values: readonly string[];
}

/**
 * Reads the records of a CSV file and yields their values without the mark of an export, or a bad row where the values
 * cannot be read. Empty lines are skipped. The values are separated as the line `sep=` says, or as the header is.
 */
export async function* readCsvRecords(
  lines: AsyncIterable<FileLine>,
  firstColumn: HeaderTest,
): AsyncGenerator<CsvRecord | BadRow, void, void> {
  let format: CsvFormat | undefined;
  let open: OpenRecord | undefined;
  for await (const line of lines) {
    if (format === undefined) {
      const text = line.text.toString();
      const separator = line.text === 'too-long' ? undefined : readSeparatorLine(text);
      if (separator !== undefined) {
        format = csvFormat(separator);
        continue;
      }
      if (text.trim() !== '') format = findFormat(text, firstColumn);
    }
    open = yield* readNextLine(open, line, format);
  }
  while (open) open = yield* rejectOpenRecord(open, 'opens a quote that is not closed', format);
}

/** A record with an open quote at the end of its last line. */
interface OpenRecord {
  readonly lines: FileLine[];
  readonly bytes: number;
  readonly row: OpenRow;
}

type Reading = Generator<CsvRecord | BadRow, OpenRecord | undefined, void>;

const quoteTooLong = `opens a quote that is not closed within ${rowLimitBytes} bytes`;
const textAfterQuote = 'has text after a closing quote';

function* readNextLine(open: OpenRecord | undefined, fileLine: FileLine, format: CsvFormat = commaFormat): Reading {
  const { line, text } = fileLine;
  if (text === 'too-long') {
    if (open) yield* rejectOpenRecord(open, quoteTooLong, format);
    yield badRow(line, tooLong);
    return undefined;
  }
  const plain = text.toString();
  if (!open && plain.trim() === '') return undefined;
  const row = readCsvLine(plain, format, open?.row);
  if (row === undefined)
    return yield* rejectOpenRecord({ lines: [...(open?.lines ?? []), fileLine] }, textAfterQuote, format);
  if ('quoted' in row) return yield* extendOpenRecord(open, { fileLine, row, format });
  yield { line, values: row.map(readCell) };
  return undefined;
}

interface Extension {
  readonly fileLine: FileLine;
  readonly row: OpenRow;
  readonly format: CsvFormat;
}

function* extendOpenRecord(open: OpenRecord | undefined, { fileLine, row, format }: Extension): Reading {
  const lines = open?.lines ?? [];
  lines.push(fileLine);
  const bytes = (open?.bytes ?? 0) + fileLine.text.length;
  return bytes > rowLimitBytes ? yield* rejectOpenRecord({ lines }, quoteTooLong, format) : { lines, bytes, row };
}

/**
 * An open quote may have swallowed good rows. Only the first line of the record is bad; the following lines are read
 * again.
 */
function* rejectOpenRecord(
  { lines: [first, ...others] }: Pick<OpenRecord, 'lines'>,
  reason: string,
  format: CsvFormat | undefined,
): Reading {
  if (first) yield badRow(first.line, reason);
  let open: OpenRecord | undefined;
  for (const line of others) open = yield* readNextLine(open, line, format);
  return open;
}

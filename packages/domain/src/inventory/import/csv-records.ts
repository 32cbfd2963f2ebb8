import type { FileLine } from './lines-of.ts';
import { type OpenRow, readCsvLine } from './read-csv-line.ts';
import { type BadRow, badRow, rowLimitBytes, tooLong } from './row.ts';

/** The values of a row, with the line that it ends in. */
export interface CsvRecord {
  readonly line: number;
  readonly values: readonly string[];
}

/** The rows of a CSV file, their values apart, and those whose values cannot be told apart. Empty lines are passed over. */
export async function* csvRecords(lines: AsyncIterable<FileLine>): AsyncGenerator<CsvRecord | BadRow, void, void> {
  let open: OpenRecord | undefined;
  for await (const line of lines) open = yield* readOn(open, line);
  while (open) open = yield* giveUp(open, 'opens a quote that is not closed');
}

/** A record whose last line has ended within quotes. */
interface OpenRecord {
  readonly lines: FileLine[];
  readonly bytes: number;
  readonly row: OpenRow;
}

type Reading = Generator<CsvRecord | BadRow, OpenRecord | undefined, void>;

const quoteTooLong = `opens a quote that is not closed within ${rowLimitBytes} bytes`;
const textBehindQuote = 'has text behind a closing quote';

function* readOn(open: OpenRecord | undefined, read: FileLine): Reading {
  const { line, text } = read;
  if (text === 'too-long') {
    if (open) yield* giveUp(open, quoteTooLong);
    yield badRow(line, tooLong);
    return undefined;
  }
  const plain = text.toString();
  if (!open && plain.trim() === '') return undefined;
  const row = readCsvLine(plain, open?.row);
  if (row === undefined) return yield* giveUp({ lines: [...(open?.lines ?? []), read] }, textBehindQuote);
  if ('within' in row) return yield* keepOpen(open, read, row);
  yield { line, values: row };
  return undefined;
}

function* keepOpen(open: OpenRecord | undefined, read: FileLine, row: OpenRow): Reading {
  const lines = open?.lines ?? [];
  lines.push(read);
  const bytes = (open?.bytes ?? 0) + read.text.length;
  return bytes > rowLimitBytes ? yield* giveUp({ lines }, quoteTooLong) : { lines, bytes, row };
}

/** A quote may have taken good rows for its own: only the line that the record begins in is bad, and those behind it are read again. */
function* giveUp({ lines: [first, ...others] }: Pick<OpenRecord, 'lines'>, reason: string): Reading {
  if (first) yield badRow(first.line, reason);
  let open: OpenRecord | undefined;
  for (const line of others) open = yield* readOn(open, line);
  return open;
}

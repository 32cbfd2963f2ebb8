import { isUtf8 } from 'node:buffer';
import { isStorableText } from '@linework/http/storable-text';
import { readCsvRecords } from '@linework/inventory/import/csv-records';
import { badHeader, emptyFile } from '@linework/inventory/import/file-error';
import { readJson } from '@linework/inventory/import/read-json-object';
import { isBad } from '@linework/inventory/import/row';
import { type FileLine, splitLines } from '@linework/inventory/import/split-lines';
import { toUtf8 } from '@linework/inventory/import/to-utf8';
import type { PoolCheckDigit } from '@linework/schemas/inventory/iccid';
import type { FindingCode } from '@linework/schemas/move-ins/finding-codes';
import type { MoveInKind, MoveInMapping } from '@linework/schemas/move-ins/move-in';
import { type Column, columnsByKind, deriveCycle, fold } from './columns.ts';

export interface Fault {
  readonly row: number;
  readonly column: string;
  readonly code: FindingCode;
  readonly detail: string;
  readonly legacyId: string | null;
}

/** A row as it came and as it was read. A value with a fault is left out of `data`. */
export interface ReadRow {
  /** The line of the file on which the row ends, counted from 1. */
  readonly row: number;
  readonly legacyId: string | null;
  readonly parent: string | null;
  /** The values in the order of the file; secret ones are replaced. */
  readonly source: readonly string[];
  readonly data: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
}

export interface FileToRead {
  readonly kind: MoveInKind;
  readonly mediaType: 'text/csv' | 'application/x-ndjson';
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly mapping: MoveInMapping;
  readonly checkDigit: PoolCheckDigit;
  readonly now: Date;
  /** Is told the names of the columns as they came. */
  readonly onColumns: (names: readonly string[]) => void;
}

/**
 * Reads the rows of a file while it arrives, with every fault of each. Raises a file error for a header that lacks a
 * column or has one that nobody knows, and for an empty file.
 */
export async function* readFile(file: FileToRead): AsyncGenerator<ReadRow | Fault, void, void> {
  const records = file.mediaType === 'text/csv' ? readCsv(file) : readNdjson(file);
  let rows = 0;
  let held: Values | undefined;
  for await (const record of records) {
    if ('code' in record) {
      rows += 1;
      yield record;
      continue;
    }
    if (held) {
      rows += 1;
      yield readRow(held, file);
    }
    held = record;
  }
  // Only the last row can be that of the totals.
  if (held && isTotals(held)) yield* checkTotals(held, rows);
  else if (held) {
    rows += 1;
    yield readRow(held, file);
  }
  if (rows === 0) throw emptyFile();
}

/** The values of a row in the order of the file, with the names of their columns as ours. */
interface Values {
  readonly row: number;
  readonly columns: readonly (string | undefined)[];
  readonly values: readonly string[];
}

async function* readCsv(file: FileToRead): AsyncGenerator<Values | Fault, void, void> {
  const findName = createNameFinder(file);
  const isHeader = (names: readonly string[]) => names.filter((name) => findName(name) !== undefined).length > 1;
  let columns: readonly (string | undefined)[] | undefined;
  for await (const record of readCsvRecords(toLatin1Lines(splitLines(toUtf8(file.chunks))), isHeader)) {
    if (isBad(record)) {
      if (!columns) throw badHeader(`The header, which is the first line, ${record.reason}.`);
      yield unreadable(record.line, record.reason);
    } else if (columns === undefined) {
      const names = record.values.slice(0, record.values.findLastIndex((name) => name !== '') + 1);
      columns = names.map(findName);
      checkColumns(names, columns, file.kind);
      file.onColumns(names);
    } else {
      if (record.values.every((value) => value.trim() === '')) continue;
      if (record.values.slice(columns.length).some((value) => value !== '') || record.values.length < columns.length)
        yield unreadable(record.line, `has ${record.values.length} columns, but the header has ${columns.length}`);
      else yield { row: record.line, columns, values: record.values.slice(0, columns.length) };
    }
  }
  if (!columns) throw emptyFile();
}

async function* readNdjson(file: FileToRead): AsyncGenerator<Values | Fault, void, void> {
  const findName = createNameFinder(file);
  for await (const { line, text } of toLatin1Lines(splitLines(toUtf8(file.chunks)))) {
    if (text !== 'too-long' && text.toString().trim() === '') continue;
    const read = text === 'too-long' ? { error: 'is too long' } : readJson(text.toString().trim());
    const object = 'json' in read ? read.json : undefined;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) {
      yield unreadable(line, 'error' in read ? read.error : 'is not a JSON object');
      continue;
    }
    const entries = Object.entries(object).filter(([, value]) => value !== null);
    const unknown = entries.filter(([name]) => findName(name) === undefined).map(([name]) => name);
    if (unknown.length > 0) yield unreadable(line, `has unknown members: ${unknown.slice(0, 5).join(', ')}`);
    else
      yield {
        row: line,
        columns: entries.map(([name]) => findName(name)),
        values: entries.map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value))),
      };
  }
}

const windows1252 = new TextDecoder('windows-1252');

/** A line that is no UTF-8 is Latin-1, as older programs of spreadsheets write it. */
async function* toLatin1Lines(lines: AsyncIterable<FileLine>): AsyncGenerator<FileLine, void, void> {
  for await (const { line, text } of lines)
    yield {
      line,
      text: text === 'too-long' || isUtf8(text) ? text : Buffer.from(windows1252.decode(text)),
    };
}

const unwanted = '-';

/** Finds our column for a name of the file: the mapping's, our own, or one of those that are known. */
function createNameFinder({ kind, mapping }: FileToRead): (name: string) => string | undefined {
  const byName = new Map<string, string>();
  for (const [ours, { names }] of Object.entries(columnsByKind[kind]))
    for (const name of [ours, ...names]) byName.set(fold(name), ours);
  for (const [theirs, ours] of Object.entries(mapping.columns ?? {}))
    byName.set(fold(theirs), ours === unwanted ? unwanted : ours);
  return (name) => byName.get(fold(name));
}

function checkColumns(names: readonly string[], columns: readonly (string | undefined)[], kind: MoveInKind): void {
  const known = columnsByKind[kind];
  const unknown = names.filter((_, at) => {
    const column = columns[at];
    return column !== unwanted && (column === undefined || !Object.hasOwn(known, column));
  });
  const missing = Object.keys(known).filter((name) => known[name]?.isRequired && !columns.includes(name));
  const wanted = columns.filter((column) => column !== unwanted);
  const problems = [
    ...(unknown.length > 0 ? [`has unknown columns: ${unknown.slice(0, 10).join(', ').slice(0, 300)}`] : []),
    ...(missing.length > 0 ? [`lacks the columns ${missing.join(', ')}`] : []),
    ...(new Set(wanted).size < wanted.length ? ['names a column twice'] : []),
  ];
  if (problems.length > 0) throw badHeader(`The header of ${kind} ${problems.join('; and it ')}.`);
}

/** Reads all values of a row and finds every fault, not only the first. */
function readRow({ row, columns, values }: Values, { kind, mapping, checkDigit, now }: FileToRead): ReadRow {
  const known = columnsByKind[kind];
  const data: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  const faults: Omit<Fault, 'legacyId'>[] = [];
  for (const [name, column] of Object.entries(known)) {
    const at = columns.indexOf(name);
    const text = clean(at === -1 ? '' : (values[at] ?? ''));
    const ours = mapping.values?.[name]?.[text] ?? text;
    const reading = ours === '' ? readNothing(column) : readText(ours, column, { checkDigit, now });
    if (reading === undefined) continue;
    if ('value' in reading) (column.isSecret ? secrets : data)[name] = reading.value;
    else faults.push({ row, column: name, code: reading.code, detail: reading.error });
  }
  const derived = kind === 'subscriptions' ? deriveCycle(data) : undefined;
  if (derived && 'data' in derived) Object.assign(data, derived.data);
  else if (derived) faults.push({ row, column: derived.column, code: 'invalid-value', detail: derived.error });
  const parentColumn = Object.keys(known).find((name) => known[name]?.isParent);
  const legacyId = data['legacyId'] ?? null;
  return {
    row,
    legacyId,
    parent: (parentColumn && data[parentColumn]) ?? null,
    source: values.map((value, at) => (value !== '' && isSecret(known, columns[at]) ? '***' : value.slice(0, 500))),
    data,
    secrets,
    faults: faults.map((fault) => ({ ...fault, legacyId })),
  };
}

type Context = Parameters<Column['read']>[1];

const readNothing = ({ isRequired }: Column) =>
  isRequired ? ({ code: 'missing-value', error: 'is missing' } as const) : undefined;

const readText = (text: string, column: Column, context: Context) =>
  isStorableText(text) && !text.includes('\ufffd')
    ? column.read(text, context)
    : ({ code: 'invalid-value', error: 'has characters that cannot be stored' } as const);

const isSecret = (known: Readonly<Record<string, Column>>, name: string | undefined) =>
  name !== undefined && known[name]?.isSecret === true;

/** Without the blanks at its ends and the apostrophe with which a spreadsheet keeps a number a text. */
const clean = (value: string): string =>
  value
    .trim()
    .replace(/^'(?=\S)/, '')
    .trim();

const totals = /^(?:totals?|totais|soma|sum)\b/i;

const isTotals = ({ values }: Values): boolean =>
  totals.test(values.find((value) => value.trim() !== '')?.trim() ?? '');

/** The first whole number of the line is the number of rows. */
function* checkTotals({ row, values }: Values, rows: number): Generator<Fault, void, void> {
  const counted = values.flatMap((value) => /(?:^|[^\d.,])(\d{1,9})(?:$|[^\d.,])/.exec(value)?.[1] ?? []).at(0);
  if (counted !== undefined && Number(counted) !== rows)
    yield {
      row,
      column: '',
      code: 'totals-differ',
      detail: `counts ${counted} rows, and the file has ${rows}`,
      legacyId: null,
    };
}

const unreadable = (row: number, detail: string): Fault => ({
  row,
  column: '',
  code: 'unreadable-row',
  detail,
  legacyId: null,
});

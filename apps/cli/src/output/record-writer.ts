import { hasObeyed, visibleText, visibleYaml } from '@linework/log/visible-text';
import { formatCells } from '@linework/schemas/values/csv-row';
import { flatten, isObject, isRecordList } from './flatten.ts';
import { formatDuration } from './format-duration.ts';
import { formatJson } from './format-json.ts';
import { formatHeader, formatRows, layOutTable, type TableLayout, type TableStyle, toCell } from './format-table.ts';
import type { Format } from './formats.ts';
import { selectMembers } from './select-members.ts';
import { wrapText } from './wrap-text.ts';

/** The members that people look for first, in the order in which a table shows them. */
const first = [
  'status',
  'outcome',
  'msisdn',
  'externalCode',
  'name',
  'title',
  'code',
  'type',
  'operation',
  'holder.name',
  'subject',
  'at',
  'time',
  'total',
];
/** The members that stand last: the age of a record, its ids, and what is long or the same in each row. */
const last = [
  'age',
  'createdAt',
  'updatedAt',
  'id',
  'brokerId',
  'correlationId',
  'cancellationReason',
  'metadata',
  'cursor',
];

/**
 * The members of records in the order of a table: the most useful first, ids last, objects and arrays only if there is
 * nothing else.
 */
function orderColumns(records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const simple = names.filter((name) =>
    records.some((record) => record[name] !== null && typeof record[name] !== 'object'),
  );
  return (simple.length === 0 ? names : simple).toSorted((one, other) => rank(one) - rank(other));
}

function rank(name: string): number {
  const at = first.indexOf(name);
  if (at !== -1) return at;
  const end = last.indexOf(name);
  if (end !== -1) return first.length + 1 + end;
  return name.endsWith('Id') ? first.length + 1 + last.indexOf('brokerId') : first.length;
}

/**
 * A record as a table shows it: with the name of the holder, and on a terminal with its age in place of the time of its
 * creation.
 */
function toTableRecord(record: Members, { width }: TableStyle): Members {
  const { holder, createdAt, ...others } = record;
  const name = isObject(holder) && typeof holder['name'] === 'string' ? { 'holder.name': holder['name'] } : {};
  const createdMs = typeof createdAt === 'string' && width !== undefined ? Date.parse(createdAt) : Number.NaN;
  const age = Number.isNaN(createdMs) ? { ...('createdAt' in record && { createdAt }) } : { age: ageOf(createdMs) };
  return { ...others, ...('holder' in record && { holder }), ...name, ...age };
}

const ageOf = (createdMs: number): string => formatDuration(Date.now() - createdMs);

type Members = Readonly<Record<string, unknown>>;

export interface RecordOptions {
  readonly format: Format;
  /** The paths of `--select`; undefined for all members. */
  readonly select: readonly string[] | undefined;
  readonly style: TableStyle;
  readonly write: (text: string) => Promise<void>;
}

/** Writes the records of a list as they arrive. */
export interface RecordWriter {
  add(records: readonly unknown[]): Promise<void>;
  end(): Promise<void>;
  /** The columns for which the terminal is too narrow. */
  readonly hiddenColumns: readonly string[];
}

/** Creates the writer of a list. The columns of a table and of CSV are those of the first page. */
export async function createRecordWriter(options: RecordOptions): Promise<RecordWriter> {
  const { format, write } = options;
  const toRecords = (records: readonly unknown[]) => records.map((record) => shapeRecord(record, options.select));
  if (format === 'table') return createTableWriter(options, toRecords);
  if (format === 'csv') return createCsvWriter(options, toRecords);
  if (format === 'jsonl')
    return simpleWriter(async (records) =>
      write(
        toRecords(records)
          .map((record) => `${formatJson(record)}\n`)
          .join(''),
      ),
    );
  if (format === 'json') return createJsonWriter(write, toRecords);
  const stringify = await openYaml();
  let count = 0;
  return {
    hiddenColumns: [],
    add: async (records) => {
      count += records.length;
      if (records.length > 0) await write(stringify(toRecords(records)));
    },
    end: async () => void (count === 0 && (await write('[]\n'))),
  };
}

/**
 * YAML whose text is safe for a terminal and stays the same value: a text or a name with such a character is in double
 * quotes, with escapes.
 */
async function openYaml(): Promise<(value: unknown) => string> {
  const { Document, Scalar, visit } = await import('yaml');
  return (value) => {
    const document = new Document(value, { aliasDuplicateObjects: false });
    visit(document, {
      Scalar(_key, node) {
        if (typeof node.value === 'string' && hasObeyed(node.value.replaceAll('\n', '')))
          node.type = Scalar.QUOTE_DOUBLE;
      },
    });
    return visibleYaml(document.toString());
  };
}

const simpleWriter = (add: RecordWriter['add']): RecordWriter => ({
  add,
  end: async () => undefined,
  hiddenColumns: [],
});

function createJsonWriter(
  write: RecordOptions['write'],
  toRecords: (records: readonly unknown[]) => readonly unknown[],
): RecordWriter {
  let isFirst = true;
  return {
    hiddenColumns: [],
    async add(records) {
      for (const record of toRecords(records)) {
        await write(`${isFirst ? '[' : ','}\n${indent(formatJson(record, 2))}`);
        isFirst = false;
      }
    },
    end: () => write(isFirst ? '[]\n' : '\n]\n'),
  };
}

const indent = (text: string): string => text.replaceAll(/^/gm, '  ');

type ToRecords = (records: readonly unknown[]) => readonly unknown[];

function createTableWriter({ style, select, write }: RecordOptions, toRecords: ToRecords): RecordWriter {
  let layout: TableLayout | undefined;
  return {
    get hiddenColumns() {
      return layout?.left ?? [];
    },
    async add(records) {
      if (records.length === 0) return;
      const shaped = toRecords(records)
        .map((record) => (isObject(record) ? record : { value: record }))
        .map((record) => (select === undefined ? toTableRecord(record, style) : record));
      const rows = shaped.map(toRow);
      // One selected member that goes to a program: only its values, so that no program has to remove the header.
      const isPlainValue = select?.length === 1 && style.width === undefined;
      const isNew = layout === undefined;
      layout ??= layOutTable(rows, (select ?? orderColumns(shaped)).map(visibleText), style);
      const lines = [
        ...(isNew && !isPlainValue ? [formatHeader(layout, style)] : []),
        ...formatRows(rows, layout, style),
      ];
      await write(`${lines.join('\n')}\n`);
    },
    end: async () => undefined,
  };
}

function createCsvWriter({ select, write, style }: RecordOptions, toRecords: ToRecords): RecordWriter {
  let columns: readonly string[] | undefined = select;
  let isFirst = true;
  // A file keeps every character; on a terminal control characters become visible.
  const clean = (line: string) => (style.width === undefined ? line : visibleText(line));
  return simpleWriter(async (records) => {
    const shaped = toRecords(records).map((record) =>
      isObject(record) ? (select ? record : Object.fromEntries(flatten(record))) : { value: record },
    );
    if (shaped.length === 0 && columns === undefined) return;
    columns ??= [...new Set(shaped.flatMap((record) => Object.keys(record)))];
    const names = columns;
    const lines = [
      ...(isFirst ? [formatCells(names)] : []),
      ...shaped.map((record) => formatCells(names.map((name) => record[name]))),
    ];
    isFirst = false;
    await write(lines.map((line) => `${clean(line)}\n`).join(''));
  });
}

const shapeRecord = (record: unknown, select: readonly string[] | undefined): unknown =>
  select === undefined ? record : selectMembers(record, select);

/** Writes one record. A table shows its members one below the other, and each list in it as a table. */
export async function writeRecord(record: unknown, options: RecordOptions): Promise<void> {
  const { format, select, style, write } = options;
  const shaped = shapeRecord(record, select);
  if (format === 'json') return write(`${formatJson(shaped, 2)}\n`);
  if (format === 'yaml') {
    return write((await openYaml())(shaped));
  }
  if (format !== 'table' || !isObject(shaped)) {
    const writer = await createRecordWriter(options);
    await writer.add([record]);
    return writer.end();
  }
  if (select?.length === 1 && style.width === undefined) return write(`${toCell(shaped[select[0] ?? ''])}\n`);
  return write(formatMembers(shaped, style));
}

function formatMembers(record: Members, style: TableStyle): string {
  const members = flatten(record).map(([path, value]) => [visibleText(path), value] as const);
  const simple = members.filter(([, value]) => !isRecordList(value));
  const width = Math.max(0, ...simple.map(([path]) => path.length));
  const lines = simple.flatMap(([path, value]) => formatMember(path.padEnd(width), toCell(value), style));
  const tables = members.flatMap(([path, value]) =>
    isRecordList(value) ? ['', style.paint('bold', path), ...formatInnerTable(value, style)] : [],
  );
  return `${[...lines, ...tables].join('\n')}\n`;
}

const narrowestText = 30;

/** The cells of a record. Clients choose names of members too. */
const toRow = (record: Members) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [visibleText(name), toCell(value)]));

/** A long text goes on below its beginning. Where little width is left, and in a file, it stays on one line. */
function formatMember(name: string, value: string, { paint, width }: TableStyle): readonly string[] {
  const indent = name.length + 2;
  const hasRoom = width !== undefined && width - indent >= narrowestText;
  const [first = '', ...rest] = hasRoom ? wrapText(value, width - indent) : [value];
  return [`${paint('bold', name)}  ${first}`.trimEnd(), ...rest.map((part) => ' '.repeat(indent) + part)];
}

function formatInnerTable(records: readonly Members[], style: TableStyle): readonly string[] {
  const shown = records.map((record) => toTableRecord(record, style));
  const rows = shown.map(toRow);
  const inner = { ...style, width: style.width === undefined ? undefined : style.width - 2 };
  const layout = layOutTable(rows, orderColumns(shown).map(visibleText), inner);
  return [formatHeader(layout, inner), ...formatRows(rows, layout, inner)].map((line) => `  ${line}`);
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findFormat, type OpenRow, readCsvLine } from '@linework/inventory/import/read-csv-line';
import { readCell } from '@linework/schemas/values/csv-row';
import type { Context, GlobalOptions } from '../command/context.ts';
import { writeRecords } from '../command/write-answer.ts';
import { CliError, usageError } from '../errors/cli-error.ts';
import { followOperation } from './change-orders.ts';

export interface ListOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  readonly reason?: string;
}

/** The columns of each operation, and the member that takes the rows. A column with a question mark may be missing. */
export const listKinds = {
  create: {
    list: 'newLines',
    columns: ['customerId', 'msisdn', 'sim', 'activate?', 'subscriptionId?', 'externalCode?'],
  },
  'swap-sim': { list: 'simSwaps', columns: ['line', 'sim'] },
  'change-number': { list: 'numberChanges', columns: ['line', 'msisdn'] },
} as const;

type ListKind = keyof typeof listKinds;

interface RowPreview {
  readonly total: number;
  readonly allowed: number;
  readonly refusedRows: readonly {
    readonly position: number;
    readonly problem: { readonly code: string; readonly detail: string };
  }[];
}

/**
 * Runs the rows of a file of CSV as a bulk operation, and waits for its end. A dry run writes every row that would be
 * refused. The same file sent twice is one bulk operation: its digest is the key of the request.
 */
export async function runList(kind: ListKind, file: string, options: ListOptions, context: Context): Promise<void> {
  const content = await readFile(file, 'utf8').catch(() => {
    throw usageError(`${file} cannot be read.`);
  });
  const { lines, rows } = readRows(kind, content);
  const api = await context.openApi(options);
  const body = { operation: kind, [listKinds[kind].list]: rows };
  if (options.dryRun === true) {
    const preview = (await api.request('POST', '/bulk-row-previews', { body })).data as RowPreview;
    context.note(`${preview.allowed} of ${preview.total} rows would get an order.`);
    const refused = preview.refusedRows.map(({ position, problem: { code, detail } }) => ({
      fileLine: lines[position],
      code,
      detail,
    }));
    await writeRecords(refused, context, options);
    if (refused.length > 0) throw new CliError('failed', `${refused.length} rows would be refused.`);
    return;
  }
  const idempotencyKey = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const { reason } = options;
  const request = { body: { ...body, ...(reason !== undefined && { reason }) }, idempotencyKey };
  const { id } = (await api.request('POST', '/bulk-operations', request)).data as { id: string };
  await followOperation(api, id, options, context);
}

/** The rows of a file, and the line of the file where each begins. */
export function readRows(kind: ListKind, content: string) {
  const { columns } = listKinds[kind];
  const [header = '', ...texts] = content.replace(/^\ufeff/, '').split(/\r?\n/);
  const format = findFormat(header, columns[0]);
  const read = readCsvLine(header, format);
  const names = Array.isArray(read) ? (read as readonly string[]) : [];
  const allowed: readonly string[] = columns.map((column) => column.replace('?', ''));
  const missing = columns.filter((column) => !column.endsWith('?') && !names.includes(column));
  const unknown = names.filter((name) => !allowed.includes(name));
  if (missing.length > 0 || unknown.length > 0) {
    const wrong = [
      ...missing.map((name) => `${name} is missing`),
      ...unknown.map((name) => `${name || 'an empty name'} is not known`),
    ];
    throw usageError(`The first line names the columns ${allowed.join(', ')}: ${wrong.join(', ')}.`);
  }
  const rows: object[] = [];
  const lines: number[] = [];
  let open: OpenRow | undefined;
  for (const [index, text] of texts.entries()) {
    if (open === undefined && text.trim() === '') continue;
    if (open === undefined) lines.push(index + 2);
    const values = readCsvLine(text, format, open);
    open = values !== undefined && 'quoted' in values ? values : undefined;
    if (open === undefined) rows.push(buildRow(names, (values ?? []) as readonly string[]));
  }
  if (open !== undefined) throw usageError(`The quote in line ${lines.at(-1)} is not closed.`);
  return { rows, lines };
}

/** The API says what is wrong with a value, so a cell is only put where it belongs. */
function buildRow(names: readonly string[], values: readonly string[]): object {
  return Object.fromEntries(
    names.flatMap((name, at): readonly (readonly [string, unknown])[] => {
      const cell = readCell(values[at] ?? '');
      if (cell === '') return [];
      if (name === 'msisdn' || name === 'sim') return [[name, readSource(cell)]];
      if (name === 'line') return [[name, uuid.test(cell) ? { id: cell } : { msisdn: cell }]];
      return [[name, name === 'activate' ? (booleans[cell.toLowerCase()] ?? cell) : cell]];
    }),
  );
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const booleans: Readonly<Record<string, boolean>> = { true: true, false: false };

/** A number or an ICCID, or `pool:ID`, `reservation:ID`, `resource:ID`. */
function readSource(cell: string): object {
  const [kind = '', id] = cell.split(':');
  return id !== undefined && ['pool', 'reservation', 'resource'].includes(kind)
    ? { [`${kind}Id`]: id }
    : { externalCode: cell };
}

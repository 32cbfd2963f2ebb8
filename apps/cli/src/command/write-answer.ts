import { CliError } from '../errors/cli-error.ts';
import { isObject } from '../output/flatten.ts';
import { createRecordWriter, writeRecord } from '../output/record-writer.ts';
import { writeText } from '../output/terminal.ts';
import type { Context, GlobalOptions } from './context.ts';

/** Writes the data of an answer: a record, a list without pages, or the bytes of a document. */
export async function writeAnswer(data: unknown, context: Context, options: GlobalOptions): Promise<void> {
  if (data === undefined) return context.note('Done.');
  if (data instanceof Uint8Array) return writeBytes(data, context);
  const recordOptions = context.recordOptions(options);
  const items =
    isObject(data) && Array.isArray(data['items']) && Object.keys(data).length === 1 ? data['items'] : undefined;
  return items === undefined ? writeRecord(data, recordOptions) : writeRecords(items, context, options);
}

/** Writes all records of a list. */
export async function writeRecords(
  records: readonly unknown[],
  context: Context,
  options: GlobalOptions,
): Promise<void> {
  const writer = await createRecordWriter(context.recordOptions(options));
  await writer.add(records);
  await writer.end();
  noteHiddenColumns(writer.hiddenColumns, context);
}

async function writeBytes(bytes: Uint8Array, { stdout }: Context): Promise<void> {
  // The bytes of a document could be commands for the terminal.
  if (stdout.isTTY === true)
    throw new CliError('usage', `The answer is a document of ${bytes.length} bytes. Send it to a file: add "> FILE".`);
  await writeText(stdout, bytes);
}

/** Says which columns are missing on a narrow terminal, so that nobody takes the table for everything. */
export function noteHiddenColumns(columns: readonly string[], context: Context): void {
  if (columns.length > 0)
    context.note(`Columns that do not fit: ${columns.join(', ')}. See them with --select or -o json.`);
}

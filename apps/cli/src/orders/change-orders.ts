import { type Api, read } from '../api/api.ts';
import { readPages } from '../api/read-pages.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { sleep } from '../command/sleep.ts';
import { writeRecords } from '../command/write-answer.ts';
import { CliError, usageError } from '../errors/cli-error.ts';
import { exitCodes } from '../errors/exit-codes.ts';
import { createRecordWriter } from '../output/record-writer.ts';

export interface ChangeOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly reason?: string;
}

interface Preview {
  readonly total: number;
  readonly allowed: number;
  readonly refused: number;
  readonly reasons: readonly {
    readonly code: string;
    readonly title: string;
    readonly currentStatus?: string;
    readonly count: number;
    readonly exampleOrderId: string;
  }[];
}

interface BulkOperation {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly others?: readonly { readonly id: string }[];
}

/**
 * Changes all orders that match: counts them first, and changes them only with `--yes` and a reason. Writes the result
 * of each order as a line of JSON.
 */
export async function changeOrders(
  operation: string,
  filter: Readonly<Record<string, unknown>>,
  options: ChangeOptions,
  context: Context,
): Promise<void> {
  if (options.dryRun === true && options.yes === true) throw usageError('--dry-run and --yes exclude each other.');
  if (options.yes === true && options.reason === undefined)
    throw usageError('--reason is missing: it is stored with the change of the orders.');
  const api = await context.openApi(options);
  const preview = (await api.request('POST', '/bulk-operation-previews', { body: { operation, orderFilter: filter } }))
    .data as Preview;
  notePreview(preview, operation, context);
  if (options.dryRun === true) return writePreview(preview, options, context);
  if (options.yes !== true)
    throw usageError(`Nothing was changed. Add --yes and --reason TEXT to ${operation} these orders.`);
  const body = { operation, orderFilter: filter, reason: options.reason };
  const created = (await api.request('POST', '/bulk-operations', { body })).data as BulkOperation;
  for (const { id } of [created, ...(created.others ?? [])]) await followOperation(api, id, options, context);
}

function notePreview({ total, allowed, refused }: Preview, operation: string, context: Context): void {
  context.note(`${total} orders match; ${allowed} allow ${operation} now, ${refused} do not.`);
}

async function writePreview({ reasons, ...counts }: Preview, options: GlobalOptions, context: Context): Promise<void> {
  const rows = [
    { result: 'allowed', count: counts.allowed },
    ...reasons.map(({ code, title, currentStatus, count, exampleOrderId }) => ({
      result: code,
      count,
      title,
      currentStatus,
      exampleOrderId,
    })),
  ];
  await writeRecords(rows, context, options);
}

const pauseMs = 500;

/** Waits until a bulk operation has ended, says how far it is, and writes its items. */
export async function followOperation(api: Api, id: string, options: GlobalOptions, context: Context): Promise<void> {
  context.note(`The bulk operation ${id} is running; it goes on without this command.`);
  let operation = await read<BulkOperation>(api, `/bulk-operations/${id}`);
  for (
    let told = '';
    operation.status === 'RUNNING' || operation.status === 'CANCELLING';
    operation = await read<BulkOperation>(api, `/bulk-operations/${id}`)
  ) {
    const progress = describeCounts(operation);
    if (progress !== told) context.note(progress);
    told = progress;
    await sleep(pauseMs, context.signal);
  }
  const writer = await createRecordWriter(context.recordOptions({ ...options, output: options.output ?? 'jsonl' }));
  for await (const { items } of readPages(api, `/bulk-operations/${id}/items`, { limit: undefined }))
    await writer.add(items);
  await writer.end();
  context.note(`${operation.status}: ${describeCounts(operation)}`);
  if (operation.status === 'CANCELLED') context.setExitCode(exitCodes.cancelled.code);
  else if (operation.status !== 'COMPLETED')
    throw new CliError(
      'failed',
      `Not every order was changed: see the items above, or "linework bulk-operations items ${id}".`,
    );
}

function describeCounts({ total, counts }: BulkOperation): string {
  const parts = Object.entries(counts).filter(([name, count]) => name !== 'total' && count > 0);
  return `${total} orders: ${parts.map(([name, count]) => `${count} ${name}`).join(', ')}.`;
}

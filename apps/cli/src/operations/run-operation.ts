import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { Operation } from '@linework/sdk/operation';
import type { Api, ApiAnswer, ApiRequest, Page } from '../api/api.ts';
import { readPages } from '../api/read-pages.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { noteHiddenColumns, writeAnswer, writeRecords } from '../command/write-answer.ts';
import { usageError } from '../errors/cli-error.ts';
import { isObject } from '../output/flatten.ts';
import { createRecordWriter } from '../output/record-writer.ts';
import { awaitOrder } from '../waiting/await-order.ts';
import { type BuiltRequest, buildRequest } from './build-request.ts';
import { isPaged } from './is-paged.ts';

/** The options of commands that are not members of a query or a body. */
export interface OperationOptions extends GlobalOptions {
  readonly all?: boolean;
  readonly limit?: number;
  readonly wait?: boolean;
  readonly timeout?: number;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly accept?: string;
}

/** Runs the command of an operation: sends its request and writes the answer. */
export async function runOperation(
  operation: Operation,
  args: readonly string[],
  options: OperationOptions,
  context: Context,
): Promise<void> {
  // Words and options are checked before anything is sent, and before a key is looked for.
  const request = buildRequest(operation, args, options as Readonly<Record<string, unknown>>);
  const api = await context.openApi(options);
  if (isPaged(operation)) return runList(api, request, options, context);
  const content = operation.stream && (await openContent(args.at(-1) ?? '', context));
  const answer = await send(api, { ...request, ...(content && { content }) }, operation, options);
  if (operation.isList && isObject(answer.data))
    return writeRecords((answer.data as unknown as Page).items, context, options);
  if (options.wait !== true) return writeAnswer(answer.data, context, options);
  await awaitOrder(api, orderIdOf(answer, operation), options, context);
}

/** A file of any length, with the media type of its ending, or the standard input, with that of its first character. */
async function openContent(file: string, { stdin }: Context): Promise<ApiRequest['content']> {
  if (file === '-') return openInput(stdin);
  const blob = await openAsBlob(file).catch(() => {
    throw usageError(`The file ${file} cannot be read.`);
  });
  return { mediaType: /\.(?:ndjson|jsonl)$/i.test(file) ? 'application/x-ndjson' : 'text/csv', value: blob.stream() };
}

async function openInput(stdin: Context['stdin']): Promise<ApiRequest['content']> {
  const chunks = (stdin as AsyncIterable<Uint8Array | string>)[Symbol.asyncIterator]();
  const { value: first, done } = await chunks.next();
  async function* read() {
    if (done === true) return;
    yield first;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const isJson = done !== true && Buffer.from(first).toString().trimStart().startsWith('{');
  return {
    mediaType: isJson ? 'application/x-ndjson' : 'text/csv',
    value: Readable.toWeb(Readable.from(read())) as ReadableStream,
  };
}

function send(
  api: Api,
  { method, path, query, body, content }: BuiltRequest & Pick<ApiRequest, 'content'>,
  { returns }: Operation,
  options: OperationOptions,
): Promise<ApiAnswer> {
  const {
    idempotencyKey,
    ifMatch,
    accept = returns.length > 0 && !returns.includes('application/json') ? returns.join(', ') : undefined,
  } = options;
  return api.request(method, path, { query, body, content, idempotencyKey, ifMatch, accept });
}

async function runList(
  api: Api,
  { path, query }: BuiltRequest,
  options: OperationOptions,
  context: Context,
): Promise<void> {
  if (options.all === true && options.limit !== undefined) throw usageError('--all and --limit exclude each other.');
  const limit = options.all === true ? undefined : (options.limit ?? defaultLimit);
  const writer = await createRecordWriter(context.recordOptions(options));
  let count = 0;
  let total: number | undefined;
  let hasMore = false;
  for await (const page of readPages(api, path, { query, limit })) {
    await writer.add(page.items);
    count += page.items.length;
    ({ total, hasMore } = page);
  }
  await writer.end();
  noteHiddenColumns(writer.hiddenColumns, context);
  if (hasMore && limit !== undefined && count >= limit) {
    const shown = `${count}${total === undefined ? '' : ` of ${total}`} ${count === 1 ? 'is' : 'are'} shown.`;
    context.note(`${shown} See more with --limit or --all.`);
  }
  if (count === 0 && (options.output ?? 'table') === 'table') context.note('Nothing found.');
}

const defaultLimit = 20;

function orderIdOf({ headers }: ApiAnswer, { name }: Operation): string {
  const id = /\/orders\/([^/]+)$/.exec(headers.get('Location') ?? '')?.[1];
  if (id === undefined) throw new Error(`The answer of ${name} names no order.`);
  return id;
}

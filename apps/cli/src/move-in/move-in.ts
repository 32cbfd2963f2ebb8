import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildExample, formatExampleFile } from '@linework/move-in/example-files';
import {
  type MoveInBalance,
  type MoveInDetails,
  type MoveInKind,
  moveInKinds,
} from '@linework/schemas/move-ins/move-in';
import { formatRow } from '@linework/schemas/values/csv-row';
import { type Api, read } from '../api/api.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { sleep } from '../command/sleep.ts';
import { writeAnswer } from '../command/write-answer.ts';
import { CliError, usageError } from '../errors/cli-error.ts';
import { exitCodes } from '../errors/exit-codes.ts';
import { type AddSecrets, openSecrets } from './open-secrets.ts';
import { readSetUp } from './set-up.ts';

interface CheckOptions extends GlobalOptions {
  readonly numberPool?: string;
  readonly simPool?: string;
  readonly callsPerSecond?: number;
  readonly keyFile?: string;
  readonly new?: boolean;
}

/** Keeps the id of the move-in, so that the next command goes on with it. */
const stateFile = (dir: string) => join(dir, 'move-in.json');

const mediaTypes = [
  ['.csv', 'text/csv'],
  ['.ndjson', 'application/x-ndjson'],
] as const;

/**
 * Uploads the files of a folder that have changed, and checks them all. A folder has one move-in, which is opened with
 * the first check.
 */
export async function checkFolder(dir: string, options: CheckOptions, context: Context): Promise<void> {
  const api = await context.openApi(options);
  const known = options.new === true ? undefined : await readState(dir);
  const moveIn = known ? await find(api, known) : await open(api, dir, options);
  if (['OPEN', 'CHECKED'].includes(moveIn.status)) {
    await uploadFiles(api, dir, { moveIn, addSecrets: await openSecrets(dir, options.keyFile) }, context);
    await api.request('POST', `/move-ins/${moveIn.id}/check`);
  } else if (moveIn.status !== 'CHECKING')
    throw new CliError('failed', `The move-in of ${dir} is ${moveIn.status}; begin another one with --new.`);
  await endStage(api, dir, moveIn.id, { options, context });
}

async function open(api: Api, dir: string, options: CheckOptions): Promise<MoveInDetails> {
  const setUp = await readSetUp(dir);
  const { numberPool: numberPoolId = setUp.numberPoolId, simPool: simPoolId = setUp.simPoolId } = options;
  const { callsPerSecond } = options;
  if (numberPoolId === undefined || simPoolId === undefined)
    throw usageError('The first check of a folder needs --number-pool and --sim-pool.');
  const mappings = await readIfThere(join(dir, 'mapping.json'));
  const { data } = await api.request('POST', '/move-ins', {
    body: {
      name: dir,
      numberPoolId,
      simPoolId,
      ...(callsPerSecond !== undefined && { callsPerSecond }),
      ...(mappings && { mappings: JSON.parse(mappings.toString()) }),
    },
  });
  const opened = data as MoveInDetails;
  await writeFile(stateFile(dir), `${JSON.stringify({ id: opened.id })}\n`);
  return opened;
}

interface Uploads {
  readonly moveIn: MoveInDetails;
  readonly addSecrets: AddSecrets;
}

async function uploadFiles(api: Api, dir: string, { moveIn, addSecrets }: Uploads, context: Context): Promise<void> {
  const { id, files } = moveIn;
  let count = 0;
  for (const kind of moveInKinds) {
    for (const [ending, mediaType] of mediaTypes) {
      const stored = await readIfThere(join(dir, `${kind}${ending}`));
      if (!stored) continue;
      const content = ending === '.ndjson' ? await addSecrets(kind, stored) : stored;
      count += 1;
      const digest = createHash('sha256').update(content).digest('hex');
      if (files.some((file) => file.kind === kind && file.digest === digest)) continue;
      await upload(api, id, { kind, mediaType, content });
      context.note(`${kind}${ending} is uploaded.`);
    }
  }
  if (count === 0) throw usageError(`The folder ${dir} has none of ${moveInKinds.join('.csv, ')}.csv.`);
}

interface Upload {
  readonly kind: MoveInKind;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** The bytes are sent as they are: the API knows UTF-16 and Latin-1. */
const upload = (api: Api, id: string, { kind, mediaType, content }: Upload) =>
  api.request('POST', `/move-ins/${id}/files`, {
    query: { kind },
    content: { mediaType, value: new Blob([new Uint8Array(content)]).stream() },
  });

/** Asks for a stage, unless it is being worked on already, and waits for its end. */
export async function runStage(
  dir: string,
  stage: 'compare' | 'adopt' | 'undo',
  options: GlobalOptions,
  context: Context,
): Promise<void> {
  const api = await context.openApi(options);
  const { id, status } = await find(api, await requireState(dir));
  if (status !== working[stage]) await api.request('POST', `/move-ins/${id}/${stage}`);
  await endStage(api, dir, id, { options, context });
}

const working = { compare: 'COMPARING', adopt: 'ADOPTING', undo: 'UNDOING' } as const;

interface Output {
  readonly options: GlobalOptions;
  readonly context: Context;
}

const pollMs = 500;

/** Waits until a worker has done the work, then writes the findings and the answer. */
async function endStage(api: Api, dir: string, id: string, { options, context }: Output): Promise<void> {
  let moveIn = await find(api, id);
  while (moveIn.status.endsWith('ING')) {
    await sleep(pollMs, context.signal);
    moveIn = await find(api, id);
  }
  const { data } = await api.request('GET', `/move-ins/${id}/findings`, {
    accept: 'text/csv',
    query: { sortBy: 'row', sortOrder: 'asc' },
  });
  await writeFile(join(dir, 'findings.csv'), data as Uint8Array);
  await writeAnswer(moveIn, context, options);
  const open = moveIn.findings.filter(({ decision }) => decision === undefined);
  if (open.length === 0) return;
  context.note(`Every finding is in ${join(dir, 'findings.csv')}. Correct the files, or decide about each code.`);
  context.setExitCode(exitCodes.failed.code);
}

interface DecideOptions extends GlobalOptions {
  readonly code: string;
  readonly decision: string;
  readonly reason: string;
}

export async function decideInFolder(dir: string, options: DecideOptions, context: Context): Promise<void> {
  const api = await context.openApi(options);
  const { code, decision, reason } = options;
  const id = await requireState(dir);
  const { data } = await api.request('POST', `/move-ins/${id}/decisions`, { body: { code, decision, reason } });
  await writeAnswer(data, context, options);
}

export async function writeBalance(dir: string, options: GlobalOptions, context: Context): Promise<void> {
  const api = await context.openApi(options);
  const balance = await read<MoveInBalance>(api, `/move-ins/${await requireState(dir)}/balance`);
  const rows = balance.items.map(({ kind, state, reason, rows: count, amount, used }) =>
    formatRow([kind, state, reason, count, amount, used]),
  );
  await writeFile(
    join(dir, 'balance.csv'),
    [formatRow(['kind', 'state', 'reason', 'rows', 'amount', 'used']), ...rows].join(''),
  );
  await writeAnswer({ items: balance.items }, context, options);
}

interface ExampleOptions extends GlobalOptions {
  readonly lines: number;
}

export async function writeExample(dir: string, { lines }: ExampleOptions, context: Context): Promise<void> {
  const { rows, register } = buildExample(lines);
  await mkdir(dir, { recursive: true });
  for (const kind of moveInKinds)
    if (rows[kind].length > 0) await writeFile(join(dir, `${kind}.csv`), formatExampleFile(rows[kind]));
  await writeFile(join(dir, 'register.json'), `${JSON.stringify(register)}\n`);
  context.note(`${lines} lines are in ${dir}.`);
}

const find = (api: Api, id: string) => read<MoveInDetails>(api, `/move-ins/${id}`);

async function readState(dir: string): Promise<string | undefined> {
  const text = await readIfThere(stateFile(dir));
  return text && (JSON.parse(text.toString()) as { readonly id: string }).id;
}

async function requireState(dir: string): Promise<string> {
  const id = await readState(dir);
  if (id === undefined) throw usageError(`Check the folder first: linework move-in check ${dir}`);
  return id;
}

const readIfThere = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw usageError(`${path} cannot be read (${error.code}).`);
  });

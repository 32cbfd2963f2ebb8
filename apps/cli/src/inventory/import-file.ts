import { hash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { findImportMediaType } from '@linework/schemas/inventory/import-file';
import type { Api } from '../api/api.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { writeAnswer } from '../command/write-answer.ts';
import { CliError, usageError } from '../errors/cli-error.ts';
import { exitCodes } from '../errors/exit-codes.ts';
import { createProgress } from './import-progress.ts';
import { type ImportState, readState, removeState, stateFile, writeState } from './import-state.ts';
import { type Batch, type Header, readBatches, readHeader } from './read-rows.ts';
import { appendRejected, countLines, namesOf, type RejectedFiles } from './rejected-rows.ts';
import { findNewestAt, sendRows } from './send-rows.ts';

export interface ImportOptions extends GlobalOptions {
  readonly pool: string;
  readonly rowsPerRequest: number;
  readonly rejected?: string;
  readonly checkDigit?: string;
  readonly dryRun?: boolean;
  readonly restart?: boolean;
}

interface Import {
  readonly api: Api;
  readonly context: Context;
  readonly options: ImportOptions;
  readonly path: string;
  readonly files: RejectedFiles;
  readonly mediaType: string;
  readonly header: string | undefined;
  /** Where the state is kept; undefined in a dry run. */
  readonly statePath: string | undefined;
  readonly isResumed: boolean;
}

/**
 * Imports a file of numbers or SIMs in requests of some rows each. After each request it stores where it stands, so
 * that the same command goes on there after Ctrl-C, a crash or an outage.
 */
export async function importFile(given: string, options: ImportOptions, context: Context): Promise<void> {
  const file = given === '-' ? await keepInput(context) : given;
  const path = await realpath(file).catch(() => {
    throw usageError(`The file ${file} cannot be read.`);
  });
  const { size, mtimeMs } = await stat(path);
  const mediaType = findImportMediaType(path) ?? 'text/csv';
  const header = mediaType === 'text/csv' ? await readHeader(path) : undefined;
  if (mediaType === 'text/csv' && header === undefined) throw usageError(`${path} is empty.`);
  const fresh: ImportState = {
    file: path,
    size,
    modifiedMs: mtimeMs,
    ...firstRow(header),
    importId: randomUUID(),
    imported: 0,
    rejected: 0,
    rejectedBytes: 0,
    errorBytes: 0,
  };
  const api = await context.openApi(options);
  const statePath =
    options.dryRun === true ? undefined : stateFile(context.environment.stateFolder, [path, api.url, options.pool]);
  const stored = statePath === undefined || options.restart === true ? undefined : await readState(statePath);
  if (stored !== undefined && (stored.size !== size || stored.modifiedMs !== mtimeMs)) {
    throw new CliError(
      'failed',
      `${file} has changed since its import was interrupted in line ${stored.nextLine}. Begin again with ` +
        '--restart; rows that are imported are then wrong rows.',
    );
  }
  if (stored !== undefined) context.note(`Going on in line ${stored.nextLine}; ${stored.imported} rows are imported.`);
  const files = namesOf(file, options.rejected);
  await run(
    {
      api,
      context,
      options,
      path,
      files,
      mediaType,
      header: header?.lines.join('\n'),
      statePath,
      isResumed: stored !== undefined,
    },
    stored ?? fresh,
  );
  if (given === '-') await rm(path);
}

/**
 * Keeps the standard input in a file of the folder where interrupted imports are stored, under the hash of its content,
 * so that the same input goes on where it stopped. Rejected rows go beside it, or where `--rejected` says.
 */
async function keepInput({ stdin, environment }: Context): Promise<string> {
  const content = await buffer(stdin as Readable);
  const ending = content.toString('utf8', 0, 64).trimStart().startsWith('{') ? 'ndjson' : 'csv';
  const file = join(environment.stateFolder, `input-${hash('sha256', content, 'hex').slice(0, 16)}.${ending}`);
  if (existsSync(file)) return file;
  await mkdir(environment.stateFolder, { recursive: true, mode: 0o700 });
  await writeFile(file, content, { mode: 0o600 });
  return file;
}

const firstRow = (header: Header | undefined) =>
  header === undefined ? { nextLine: 1, offset: 0 } : { nextLine: header.lines.length + 1, offset: header.endOffset };

async function run(job: Import, start: ImportState): Promise<void> {
  const { context, options, path, header, statePath } = job;
  const progress = createProgress(context);
  const startedMs = Date.now();
  let state = start;
  let mayBeImported = job.isResumed;
  try {
    for await (const { rows, endOffset } of readBatches(path, start.offset, { size: options.rowsPerRequest, header })) {
      context.signal.throwIfAborted();
      // Before the first request: if this run ends during it, the next one can tell which of its rows were imported.
      if (state === start && !job.isResumed) state = await keepState(job, state);
      state = await importBatch(job, state, { rows, endOffset, mayBeImported });
      mayBeImported = false;
      state = await keepState(job, state);
      const done = state.nextLine - start.nextLine;
      progress.show({
        rows: done,
        rejected: state.rejected,
        offset: state.offset,
        size: state.size,
        startOffset: start.offset,
        elapsedMs: Date.now() - startedMs,
      });
    }
  } catch (error) {
    progress.end();
    context.note(
      `Stopped before line ${state.nextLine}; ${state.imported} rows are imported. The same command goes on there.`,
    );
    throw error;
  }
  progress.end();
  if (statePath !== undefined) await removeState(statePath);
  await finish(job, state, { rows: state.nextLine - start.nextLine, elapsedMs: Date.now() - startedMs });
}

/**
 * Stores where the import is, with the age of the pool's newest resource: what is newer later was imported by the next
 * request.
 */
async function keepState({ api, options, statePath }: Import, state: ImportState): Promise<ImportState> {
  if (statePath === undefined) return state;
  const newestAt = await findNewestAt(api, options.pool);
  const kept = { ...state, ...(newestAt && { newestAt }) };
  await writeState(statePath, kept);
  return kept;
}

async function importBatch(
  job: Import,
  state: ImportState,
  { rows, endOffset, mayBeImported }: Batch & { readonly mayBeImported: boolean },
): Promise<ImportState> {
  const { api, context, options, files, mediaType, header } = job;
  const query = {
    ...(options.dryRun && { dryRun: 'true' }),
    ...(options.checkDigit && { checkDigit: options.checkDigit }),
    ...(state.importId && { importId: state.importId }),
  };
  const { signal, note } = context;
  const { imported, errors } = await sendRows(api, {
    poolId: options.pool,
    mediaType,
    header,
    rows,
    query,
    mayBeImported,
    newestAt: state.newestAt,
    signal,
    note,
  });
  const lengths = await appendRejected(files, { rows, header, errors, firstLine: state.nextLine }, state);
  return {
    ...state,
    ...lengths,
    nextLine: state.nextLine + countLines(rows),
    offset: endOffset,
    imported: state.imported + imported,
    rejected: state.rejected + errors.length,
  };
}

async function finish(
  { context, options, files }: Import,
  { imported, rejected, importId }: ImportState,
  run: { readonly rows: number; readonly elapsedMs: number },
): Promise<void> {
  const seconds = Math.round(run.elapsedMs / 100) / 10;
  const rowsPerSecond = Math.round(run.rows / Math.max(0.001, run.elapsedMs / 1_000));
  const dryRun = options.dryRun === true;
  const rejectedFiles = rejected === 0 ? {} : { rejectedRows: files.rows, errors: files.errors };
  await writeAnswer(
    { imported, rejected, dryRun, ...(!dryRun && { importId }), seconds, rowsPerSecond, ...rejectedFiles },
    context,
    options,
  );
  if (rejected === 0) return;
  context.note(
    `${rejected} rows are wrong. Correct them in ${files.rows} and import that file; ${files.errors} says what is ` +
      'wrong with each.',
  );
  context.setExitCode(exitCodes.failed.code);
}

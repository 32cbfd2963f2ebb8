import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { NoDedicatedConnection } from '@linework/db/errors';
import { isDatabaseUnavailable } from '@linework/db/is-database-unavailable';
import { unavailable, unprocessableRequest } from '@linework/problem-details/make-problem';
import type { ImportReport } from '@linework/schemas/inventory/resources.routes';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import { splitSecrets } from '@linework/secrets/secret-members';
import { v7 as newId } from 'uuid';
import type { CheckDigit } from '../external-codes/code-reader.ts';
import { getCodeReader } from '../external-codes/get-code-reader.ts';
import { findPoolToFill, type PoolToFill } from '../pools/find-pool-to-fill.ts';
import { readCsvRows } from './csv-rows.ts';
import { FileError } from './file-error.ts';
import { filterByRanges } from './filter-by-ranges.ts';
import { type Batch, groupIntoBatches } from './group-into-batches.ts';
import { ImportCounts } from './import-counts.ts';
import { readNdjsonRows } from './ndjson-rows.ts';
import { badRow, type GoodRow, isBad, type Row } from './row.ts';
import { prepareImportRows, stageRows } from './stage-rows.ts';
import { validateImsis } from './validate-imsis.ts';
import { writeRows } from './write-rows.ts';
import { writeStagedRows } from './write-staged-rows.ts';
import { writeWhileReading } from './write-while-reading.ts';

const rowReaders = { 'text/csv': readCsvRows, 'application/x-ndjson': readNdjsonRows };

export interface ImportRequest {
  readonly caller: Caller;
  readonly poolId: string;
  readonly file: { readonly mediaType: keyof typeof rowReaders; readonly chunks: AsyncIterable<Uint8Array> };
  readonly dryRun: boolean;
  /** All rows are written or none. */
  readonly atomic: boolean;
  readonly checkDigit: CheckDigit;
  /** An import in several requests has one id. */
  readonly importId?: string | undefined;
  /** Encrypts the data keys of secrets; absent where no key is configured. */
  readonly keyWrapper?: KeyWrapper | undefined;
  /** Delays each batch of rows until the caller may write; if absent, batches are written at once. */
  readonly throttleWrite?: (write: () => Promise<void>) => Promise<void>;
}

/**
 * Writes the rows of a file into a pool as they arrive, in constant memory, and reports the results. Raises not-found
 * for an unknown pool; unavailable while too many staged imports run or when the database is unreachable; 422 for a
 * file without a header, and for an atomic import with bad rows.
 */
export async function importResources(
  db: Db,
  { caller, poolId, file, checkDigit, importId = newId(), ...options }: ImportRequest,
): Promise<ImportReport> {
  const pool = { ...(await findPoolToFill(db, { caller, poolId })), importId };
  const counts = new ImportCounts(importId);
  const rows = rowReaders[file.mediaType](file.chunks, {
    readCode: getCodeReader(pool.typeCode),
    checkDigit: pool.checkDigit === 'none' ? 'none' : checkDigit,
  });
  const validatedRows = pool.typeCode === 'SIM' ? validateImsis(rows) : rows;
  const readBatches = groupIntoBatches(
    pool.secretAttributes.length > 0 ? separateSecrets(validatedRows, pool.secretAttributes) : validatedRows,
    counts,
  );
  const batches = filterByRanges(db, pool, { batches: readBatches, counts });
  const context = { pool, batches, counts, throttleWrite: writeImmediately, ...options };
  try {
    return await (options.dryRun || options.atomic ? importStaged(db, context) : importStreaming(db, context));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw unprocessableRequest(error.message, { code: error.code, ...counts.report(options.dryRun) });
  }
}

const writeImmediately = (write: () => Promise<void>) => write();

interface ImportContext {
  readonly pool: PoolToFill;
  readonly batches: AsyncIterable<Batch>;
  readonly counts: ImportCounts;
  readonly dryRun: boolean;
  readonly atomic: boolean;
  readonly keyWrapper?: KeyWrapper | undefined;
  readonly throttleWrite: (write: () => Promise<void>) => Promise<void>;
}

/** Each batch has its own transaction: written batches stay when the client disconnects. */
async function importStreaming(
  db: Db,
  { pool, batches, counts, dryRun, keyWrapper, throttleWrite }: ImportContext,
): Promise<ImportReport> {
  const writing = writeWhileReading(batches, (batch) =>
    throttleWrite(() => writeRows(db, pool, { batch, counts, keyWrapper })),
  );
  await writing.catch((error: unknown) => {
    throw isDatabaseUnavailable(error) ? interruptedProblem(error, counts) : error;
  });
  return counts.report(dryRun);
}

/** When the response to a batch is lost, it is unknown whether the batch was written; it counts as not written. */
function interruptedProblem(cause: unknown, counts: ImportCounts) {
  const { processedToLine } = counts;
  const report = counts.report(false);
  const detail =
    `The database is not reachable: at least ${report.imported} rows were written, and all rows up to line ` +
    `${processedToLine} have been processed.`;
  return unavailable(detail, 1, { members: { ...report, processedToLine }, cause });
}

/** The whole file is staged first, so that no transaction stays open while a slow client sends it. */
async function importStaged(
  db: Db,
  { pool, batches, counts, dryRun, atomic, keyWrapper, throttleWrite }: ImportContext,
): Promise<ImportReport> {
  const importing = db.withDedicatedConnection(async (session) => {
    await prepareImportRows(session);
    await writeWhileReading(batches, (batch) =>
      throttleWrite(() => stageRows(session, pool, { batch, counts, keyWrapper, dryRun })),
    );
    if (atomic) rejectBadRows(counts, dryRun);
    if (!dryRun) await session.transaction(async (tx) => rejectBadRows(await writeStagedRows(tx, pool), dryRun));
    return counts.report(dryRun);
  });
  return importing.catch(raiseTooManyImports);
}

const retryAfterSeconds = 5;

function raiseTooManyImports(error: unknown): never {
  if (!(error instanceof NoDedicatedConnection)) throw error;
  throw unavailable('Too many imports with `dryRun` or `atomic` are running; try again later.', retryAfterSeconds);
}

function rejectBadRows(counts: ImportCounts, dryRun: boolean): void {
  if (counts.rejected === 0) return;
  const report = counts.report(dryRun, 0);
  throw unprocessableRequest(`The file has ${counts.rejected} rows that cannot be imported, so nothing was written.`, {
    code: 'bad-rows',
    ...report,
  });
}

/**
 * Moves the secrets of rows out of their attributes; a row with invalid secrets becomes a bad row. Errors never repeat
 * a secret value.
 */
async function* separateSecrets(rows: AsyncIterable<Row>, names: readonly string[]): AsyncGenerator<Row, void, void> {
  for await (const row of rows) yield isBad(row) ? row : separateRowSecrets(row, names);
}

function separateRowSecrets(row: GoodRow, names: readonly string[]): Row {
  if (row.attributes === '{}') return row;
  const attributes: Readonly<Record<string, unknown>> = JSON.parse(row.attributes);
  const { plain, secrets, errors } = splitSecrets(attributes, names);
  const reasons = errors.map(({ detail, pointer = '' }) => `${pointer.slice(1)} ${detail}`);
  if (reasons.length > 0) return badRow(row.line, reasons.join('; '), row.externalCode);
  if (Object.keys(secrets).length === 0) return row;
  const key = keyAmong(attributes, secrets);
  return { ...row, attributes: JSON.stringify(plain), secrets: JSON.stringify(secrets), ...(key && { key }) };
}

function keyAmong(
  attributes: Readonly<Record<string, unknown>>,
  { ki, k = ki }: Readonly<Record<string, string>>,
): GoodRow['key'] {
  const name =
    k && Object.keys(attributes).find((each) => ['k', 'ki'].includes(each.toLowerCase()) && attributes[each] === k);
  return name ? { name, value: k } : undefined;
}

import type { Caller } from '@linework/auth/caller';
import { isDatabaseAway } from '@linework/db/database-away';
import type { Db } from '@linework/db/db';
import { NoSessionFree } from '@linework/db/errors';
import { impossibleRequest, unavailable } from '@linework/problem-details/make-problem';
import type { ImportReport } from '@linework/schemas/inventory/import-resources.route';
import type { KeyWrapper } from '../secrets/key-wrapping.ts';
import type { CheckDigit } from './external-codes/code-reader.ts';
import { codeReaderOf } from './external-codes/code-reader-of.ts';
import { findPoolToFill, type PoolToFill } from './find-pool-to-fill.ts';
import { csvRows } from './import/csv-rows.ts';
import { FileFault } from './import/file-fault.ts';
import { type Batch, inBatches } from './import/in-batches.ts';
import { ndjsonRows } from './import/ndjson-rows.ts';
import { prepareImportRows, stageRows } from './import/stage-rows.ts';
import { Tally } from './import/tally.ts';
import { withFitImsis } from './import/with-fit-imsis.ts';
import { withSecretsApart } from './import/with-secrets-apart.ts';
import { withinRanges } from './import/within-ranges.ts';
import { writeRows } from './import/write-rows.ts';
import { writeStagedRows } from './import/write-staged-rows.ts';
import { writeWhileReading } from './import/write-while-reading.ts';

const rowsOf = { 'text/csv': csvRows, 'application/x-ndjson': ndjsonRows };

export interface ImportRequest {
  readonly caller: Caller;
  readonly poolId: string;
  readonly file: { readonly mediaType: keyof typeof rowsOf; readonly chunks: AsyncIterable<Uint8Array> };
  readonly dryRun: boolean;
  /** All or none. */
  readonly atomic: boolean;
  readonly checkDigit: CheckDigit;
  /** Encrypts the data keys of secrets; absent where no key is configured. */
  readonly keyWrapper?: KeyWrapper | undefined;
  /** Waits with each batch of rows until it is the caller's turn; at once where it is left out. */
  readonly inTurn?: (write: () => Promise<void>) => Promise<void>;
}

/**
 * Puts the rows of a file into a pool as they arrive, in memory that does not grow with it, and says what became of them. Raises
 * not-found for a pool that is not there, unavailable while too many are kept aside or when the database goes away, and 422 for a file without a header, or one with bad rows that is all or none.
 */
export async function importResources(db: Db, { caller, poolId, file, checkDigit, ...how }: ImportRequest): Promise<ImportReport> {
  const pool = await findPoolToFill(db, { caller, poolId });
  const tally = new Tally();
  const rows = rowsOf[file.mediaType](file.chunks, { readCode: codeReaderOf(pool.typeCode), checkDigit });
  const fit = pool.typeCode === 'SIM' ? withFitImsis(rows) : rows;
  const read = inBatches(pool.secretAttributes.length > 0 ? withSecretsApart(fit, pool.secretAttributes) : fit, tally);
  const batches = withinRanges(db, pool, { batches: read, tally });
  const intake = { pool, batches, tally, inTurn: atOnce, ...how };
  try {
    return await (how.dryRun || how.atomic ? importStaged(db, intake) : importAsItComes(db, intake));
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw impossibleRequest(error.message, { code: error.code, ...tally.report(how.dryRun) });
  }
}

const atOnce = (write: () => Promise<void>) => write();

interface Intake {
  readonly pool: PoolToFill;
  readonly batches: AsyncIterable<Batch>;
  readonly tally: Tally;
  readonly dryRun: boolean;
  readonly atomic: boolean;
  readonly keyWrapper?: KeyWrapper | undefined;
  readonly inTurn: (write: () => Promise<void>) => Promise<void>;
}

/** Each batch is committed by itself: what was written when the client leaves stays. */
async function importAsItComes(db: Db, { pool, batches, tally, dryRun, keyWrapper, inTurn }: Intake): Promise<ImportReport> {
  const writing = writeWhileReading(batches, (batch) => inTurn(() => writeRows(db, pool, { batch, tally, keyWrapper })));
  await writing.catch((error: unknown) => {
    throw isDatabaseAway(error) ? brokenOff(error, tally) : error;
  });
  return tally.report(dryRun);
}

/** Of a batch whose answer was lost nobody knows whether it was written: it counts as not. */
function brokenOff(cause: unknown, tally: Tally) {
  const { doneToLine } = tally;
  const written = tally.report(false);
  const detail = `The database does not answer: ${written.imported} rows or more were written, and all rows up to line ${doneToLine} are done with.`;
  return unavailable(detail, 1, { members: { ...written, doneToLine }, cause });
}

/** The whole file is kept aside first, so that no transaction is open while a client takes its time. */
async function importStaged(db: Db, { pool, batches, tally, dryRun, atomic, keyWrapper, inTurn }: Intake): Promise<ImportReport> {
  const importing = db.inSession(async (session) => {
    await prepareImportRows(session);
    await writeWhileReading(batches, (batch) => inTurn(() => stageRows(session, pool, { batch, tally, keyWrapper, dryRun })));
    if (atomic) refuseBadRows(tally, dryRun);
    if (!dryRun) await session.transaction(async (tx) => refuseBadRows(await writeStagedRows(tx, pool), dryRun));
    return tally.report(dryRun);
  });
  return importing.catch(ifNoSessionIsFree);
}

const retryAfterSeconds = 5;

function ifNoSessionIsFree(error: unknown): never {
  if (!(error instanceof NoSessionFree)) throw error;
  throw unavailable('As many imports as may be tried, or are all or none, are under way.', retryAfterSeconds);
}

function refuseBadRows(tally: Tally, dryRun: boolean): void {
  if (tally.rejected === 0) return;
  const told = tally.report(dryRun, 0);
  throw impossibleRequest(`The file has rows that cannot be imported (${tally.rejected}): nothing was written.`, { code: 'bad-rows', ...told });
}

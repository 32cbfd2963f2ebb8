import type { Db } from '@linework/db/db';
import { PermanentError, TransientError } from '@linework/engine/model/system-errors';
import type { Log } from '@linework/log/log';
import type { DurableCall } from './define-durable-call.ts';
import type { LeasedRecord } from './leased-record.ts';
import { recordFailure, recordResponse } from './record-failure.ts';
import { postponeCall } from './schedule-calls.ts';

export interface CallDeps {
  readonly db: Pick<Db, 'query' | 'isTransaction'>;
  readonly log: Log;
  /** The age at which calls without a response stop; a day by default. */
  readonly responseLimitMs?: number | undefined;
  /** The duration of a lease on a record. */
  readonly leaseMs?: number;
  /** A monotonic clock: it continues while the process is stopped, and it cannot be set. */
  readonly monotonicMs?: () => number;
}

/** The records of one kind that are due, and the call about one of them. */
export interface DueCalls<Row extends LeasedRecord> {
  readonly call: DurableCall;
  /** Acquires at most `limit` records that are due. */
  readonly acquire: (db: Pick<Db, 'query'>, limit: number, leaseMs: number) => Promise<readonly Row[]>;
  /** Processes one record as far as possible. `signal` aborts the calls well before the lease ends. */
  readonly make: (row: Row, signal: AbortSignal) => Promise<void>;
}

const defaultLeaseMs = 30_000;
const defaultResponseLimitMs = 86_400_000;
/** A call starts in the first part of the lease. Its time limit is the rest. */
const computeStartLimitMs = (leaseMs: number) => Math.min(10_000, Math.floor(leaseMs / 2));
/** Several workers may call the same partner at once, so each makes only a few calls at a time. */
const batchSize = 16;
/** After this many batches the next run continues, so that a shutdown does not wait for a long run. */
const maxBatches = 16;
/** The failure in a row that is logged: one or two are usual, and a logged failure is not logged again. */
const warnAtFailure = 3;

/**
 * Makes all calls that are due, in batches. A record that fails, for any reason, is postponed and never stops the
 * others. A worker that was stopped after it acquired a record makes no call that could end after its lease: the record
 * is due again when the lease ends. Returns how many records there were.
 */
export async function makeDueCalls<Row extends LeasedRecord>(deps: CallDeps, due: DueCalls<Row>): Promise<number> {
  const { db, leaseMs = defaultLeaseMs, monotonicMs = () => performance.now() } = deps;
  // A transaction has one connection, which takes one statement at a time.
  const limit = db.isTransaction ? 1 : batchSize;
  let count = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const sentMs = monotonicMs();
    const rows = await due.acquire(db, limit, leaseMs);
    await Promise.all(
      rows.map((row) =>
        monotonicMs() - sentMs > computeStartLimitMs(leaseMs) ? leave(deps, due, row) : makeCall(deps, due, row),
      ),
    );
    count += rows.length;
    if (rows.length < limit) break;
  }
  return count;
}

function leave<Row extends LeasedRecord>({ log }: CallDeps, { call: { kind } }: DueCalls<Row>, { id }: Row): void {
  log.warn(
    { id },
    `a ${kind} was acquired but no call was made: this worker was paused and its lease is nearly over; another ` +
      'worker acquires it then',
  );
}

async function makeCall<Row extends LeasedRecord>(deps: CallDeps, due: DueCalls<Row>, row: Row): Promise<void> {
  const { db, log, leaseMs = defaultLeaseMs } = deps;
  const { kind } = due.call;
  try {
    await due.make(row, AbortSignal.timeout(leaseMs - computeStartLimitMs(leaseMs)));
    if (row.isUnanswered) await recordResponse(db, kind, row.id);
  } catch (error) {
    // The database may be unreachable: then the record is due again when the lease ends.
    await postponeOrStop(deps, due.call, row, error).catch((reason: unknown) =>
      log.warn({ err: reason, id: row.id }, `a ${kind} could not be postponed; it is due again when its lease ends`),
    );
  }
}

/**
 * Makes a record due again later; over the age limit it waits for an operator. Only failures count: a record that
 * waited long for something else, for example a port-out for its order, is called again as soon after its first failure
 * as any other.
 */
async function postponeOrStop(
  { db, log, responseLimitMs: limitMs = defaultResponseLimitMs }: CallDeps,
  call: DurableCall,
  row: LeasedRecord,
  error: unknown,
) {
  const code = getFailureCode(error);
  const { failures = 1, isStopped = false } =
    (await recordFailure(db, call, { recordId: row.id, code, limitMs })) ?? {};
  if (failures === warnAtFailure)
    log.warn({ err: error, id: row.id, failures }, `calls for a ${call.kind} keep failing`);
  if (!isStopped) return void (await postponeCall(db, call, row, failures));
  log.warn(
    { id: row.id, code },
    `a partner has not answered about a ${call.kind} for too long; an operator has to decide`,
  );
}

/** The code of a failure. An error that is not from the partner is an internal error. */
function getFailureCode(error: unknown): string {
  return error instanceof TransientError || error instanceof PermanentError ? error.code : 'internal-error';
}

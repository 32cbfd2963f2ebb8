import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import { getFailureCode } from './unanswered/get-failure-code.ts';
import { defaultAnswerLimitMs, recordFailure, recordResponse } from './unanswered/record-failure.ts';

/** A row that is due for a call to a partner, acquired for the duration of a lease. */
export interface LeasedRow {
  readonly id: string;
  /** The end of the lease. A different value means that another worker has acquired the row, or that a notification made it due. */
  readonly dueAt: Date;
  /** The number of this attempt. A new request starts at 1 again. */
  readonly attempt: number;
  /** Whether an earlier call is recorded as unanswered; a response to this call ends that record. */
  readonly isUnanswered: boolean;
}

export interface PollOptions<Row extends LeasedRow> {
  /** Acquires at most `limit` rows that are due. */
  readonly acquire: (limit: number) => Promise<readonly Row[]>;
  /** Processes one row as far as possible. `signal` aborts the calls well before the lease ends. */
  readonly poll: (row: Row, signal: AbortSignal) => Promise<void>;
  /** Makes a row due again later after a failure. */
  readonly postpone: (row: Row) => Promise<void>;
  readonly log: Log;
  readonly kind: Exclude<UnansweredKind, 'tax-receipt'>;
  readonly db: Pick<Db, 'query'>;
  /** The age at which calls without a response stop; a day by default. */
  readonly responseLimitMs?: number | undefined;
  /** A monotonic clock: it continues while the process is stopped, and it cannot be set. */
  readonly monotonicMs?: () => number;
}

/** The duration of a lease on a row, in SQL. */
export const leaseEnd = "now() + interval '30 s'";
const leaseMs = 30_000;
const callTimeoutMs = 20_000;
/** Several workers may call the same partner at once, so each makes only a few calls at a time. */
const batchSize = 16;
/** After this many batches the next run continues, so that a shutdown does not wait for a long run. */
const maxBatches = 16;
/** The attempt that is logged: one or two failures are usual, and a logged failure is not logged again. */
const warnAtAttempt = 3;

/** In SQL: due now, truncated to the stored milliseconds, so that it is never in the future. */
export const dueNow = "date_trunc('milliseconds', now())";

/** In SQL: when to check again for a condition on our side, one second at first and one minute at most. */
export const shortBackoff = "now() + least(interval '1 min', interval '1 s' * 2 ^ least(attempt - 1, 6))";

/** In SQL: when to retry after a failure, one second at first and one hour at most. */
export const longBackoff = "now() + least(interval '1 h', interval '1 s' * 2 ^ least(attempt - 1, 12))";

/**
 * Processes all due rows as far as possible, in batches. A row that fails, for any reason, is postponed and never stops the others. A worker that was
 * stopped after it acquired a row makes no call that could end after its lease: the row is due again when the lease ends. Returns how many rows there
 * were.
 */
export async function pollDue<Row extends LeasedRow>(options: PollOptions<Row>): Promise<number> {
  const { monotonicMs = () => performance.now() } = options;
  let count = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const sentMs = monotonicMs();
    const rows = await options.acquire(batchSize);
    await Promise.all(rows.map((row) => (monotonicMs() - sentMs > leaseMs - callTimeoutMs ? leave(options, row) : pollRow(options, row))));
    count += rows.length;
    if (rows.length < batchSize) break;
  }
  return count;
}

function leave<Row extends LeasedRow>({ log, kind }: PollOptions<Row>, { id }: Row): void {
  log.warn({ id }, `a ${kind} was acquired but no call was made: this worker was paused and its lease is nearly over; another worker acquires it then`);
}

async function pollRow<Row extends LeasedRow>(options: PollOptions<Row>, row: Row): Promise<void> {
  const { poll, db, log, kind } = options;
  try {
    await poll(row, AbortSignal.timeout(callTimeoutMs));
    if (row.isUnanswered) await recordResponse(db, kind, row.id);
  } catch (error) {
    if (row.attempt === warnAtAttempt) log.warn({ err: error, id: row.id, attempt: row.attempt }, `calls for a ${kind} keep failing`);
    // The database may be unreachable: then the row is due again when the lease ends.
    await postponeOrStop(options, row, error).catch((reason: unknown) =>
      log.warn({ err: reason, id: row.id }, `a ${kind} could not be postponed; it is due again when its lease ends`),
    );
  }
}

/** Makes a record due again later; over the age limit it waits for an operator. */
async function postponeOrStop<Row extends LeasedRow>(
  { db, log, kind, postpone, responseLimitMs: limitMs = defaultAnswerLimitMs }: PollOptions<Row>,
  row: Row,
  error: unknown,
) {
  const code = getFailureCode(error);
  if (!(await recordFailure(db, { kind: kind, recordId: row.id, code, limitMs }))) return postpone(row);
  log.warn({ id: row.id, code }, `a partner has not answered about a ${kind} for too long; an operator has to decide`);
}

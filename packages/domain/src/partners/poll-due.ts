import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import { getFailureCode } from './unanswered/get-failure-code.ts';
import { defaultAnswerLimitMs, recordFailure, recordResponse } from './unanswered/record-failure.ts';

/** A row that is due to be taken up with a partner, taken for the time of a lease. */
export interface LeasedRow {
  readonly id: string;
  /** The end of the lease. Who finds another here was overtaken, or rung for. */
  readonly dueAt: Date;
  /** Counts this time. A new request begins at 1 again. */
  readonly attempt: number;
  /** Whether an earlier call about it is noted as unanswered, which this one may end. */
  readonly isUnanswered: boolean;
}

export interface PollOptions<Row extends LeasedRow> {
  /** Takes some that are due, `most` at the most. */
  readonly acquire: (limit: number) => Promise<readonly Row[]>;
  /** Takes one as far as it goes. `signal` ends the calls well before the lease does. */
  readonly poll: (row: Row, signal: AbortSignal) => Promise<void>;
  /** Lets one that came to nothing be due again later. */
  readonly postpone: (row: Row) => Promise<void>;
  readonly log: Log;
  readonly kind: Exclude<UnansweredKind, 'tax-receipt'>;
  readonly db: Pick<Db, 'query'>;
  /** The age at which calls without an answer stop; a day unless told otherwise. */
  readonly responseLimitMs?: number | undefined;
  /** Goes on while the process is stopped, and nobody sets it. */
  readonly monotonicMs?: () => number;
}

/** How long a row that was taken is left to who took it, in SQL. */
export const leaseEnd = "now() + interval '30 s'";
const leaseMs = 30_000;
const callTimeoutMs = 20_000;
/** A partner that is asked by several workers at once is not asked for more by each. */
const batchSize = 16;
/** Then another run goes on, so that a stop does not wait for a long one. */
const maxBatches = 16;
/** The attempt that is told of: what fails once or twice is usual, and what was told of once is not told again. */
const warnAtAttempt = 3;

/** In SQL: due now, cut to the millisecond that is kept, so that it is no time to come. */
export const dueNow = "date_trunc('milliseconds', now())";

/** In SQL: when to look again for what has to happen here first, a second at first and a minute at the most. */
export const shortBackoff = "now() + least(interval '1 min', interval '1 s' * 2 ^ least(attempt - 1, 6))";

/** In SQL: when to try again what came to nothing, a second at first and an hour at the most. */
export const longBackoff = "now() + least(interval '1 h', interval '1 s' * 2 ^ least(attempt - 1, 12))";

/**
 * Takes everything that is due as far as it goes, in batches. One that fails, whatever the reason, is put off and never stops
 * the others. A worker that was stopped after it took a row makes no call that could end after its lease: the row is due again when that
 * ends. Answers how many there were.
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
  log.warn({ id }, `a ${kind} was taken and not asked about: this worker stood still, and its lease is nearly over`);
}

async function pollRow<Row extends LeasedRow>(options: PollOptions<Row>, row: Row): Promise<void> {
  const { poll, db, log, kind } = options;
  try {
    await poll(row, AbortSignal.timeout(callTimeoutMs));
    if (row.isUnanswered) await recordResponse(db, kind, row.id);
  } catch (error) {
    if (row.attempt === warnAtAttempt) log.warn({ err: error, id: row.id, attempt: row.attempt }, `a ${kind} does not get on`);
    // The database may be what is away: then the end of the lease does it.
    await postponeOrStop(options, row, error).catch((reason: unknown) => log.warn({ err: reason, id: row.id }, `a ${kind} could not be put off`));
  }
}

/** Lets a record be due again later; one that is over the age limit waits for an operator. */
async function postponeOrStop<Row extends LeasedRow>(
  { db, log, kind, postpone, responseLimitMs: limitMs = defaultAnswerLimitMs }: PollOptions<Row>,
  row: Row,
  error: unknown,
) {
  const code = getFailureCode(error);
  if (!(await recordFailure(db, { kind: kind, recordId: row.id, code, limitMs }))) return postpone(row);
  log.warn({ id: row.id, code }, `a partner has not answered about a ${kind} for too long; an operator has to decide`);
}

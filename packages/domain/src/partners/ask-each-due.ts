import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import { codeOfFailure } from './unanswered/code-of-failure.ts';
import { noteAnswer, noteFailure, usualAnswerLimitMs } from './unanswered/note-failure.ts';

/** A row that is due to be taken up with a partner, taken for the time of a lease. */
export interface Taken {
  readonly id: string;
  /** The end of the lease. Who finds another here was overtaken, or rung for. */
  readonly dueAt: Date;
  /** Counts this time. A new request begins at 1 again. */
  readonly attempt: number;
  /** Whether an earlier call about it is noted as unanswered, which this one may end. */
  readonly isUnanswered: boolean;
}

export interface AskingEach<Row extends Taken> {
  /** Takes some that are due, `most` at the most. */
  readonly take: (most: number) => Promise<readonly Row[]>;
  /** Takes one as far as it goes. `signal` ends the calls well before the lease does. */
  readonly ask: (row: Row, signal: AbortSignal) => Promise<void>;
  /** Lets one that came to nothing be due again later. */
  readonly putOff: (row: Row) => Promise<void>;
  readonly log: Log;
  readonly what: Exclude<UnansweredKind, 'tax-receipt'>;
  readonly db: Pick<Db, 'query'>;
  /** The age at which calls without an answer stop; a day unless told otherwise. */
  readonly answerLimitMs?: number | undefined;
  /** Goes on while the process is stopped, and nobody sets it. */
  readonly monotonicMs?: () => number;
}

/** How long a row that was taken is left to who took it, in SQL. */
export const lease = "now() + interval '30 s'";
const leaseMs = 30_000;
const callLimitMs = 20_000;
/** A partner that is asked by several workers at once is not asked for more by each. */
const mostTogether = 16;
/** Then another run goes on, so that a stop does not wait for a long one. */
const mostBatches = 16;
/** The attempt that is told of: what fails once or twice is usual, and what was told of once is not told again. */
const toldAtAttempt = 3;

/** In SQL: due now, cut to the millisecond that is kept, so that it is no time to come. */
export const atOnce = "date_trunc('milliseconds', now())";

/** In SQL: when to look again for what has to happen here first, a second at first and a minute at the most. */
export const soon = "now() + least(interval '1 min', interval '1 s' * 2 ^ least(attempt - 1, 6))";

/** In SQL: when to try again what came to nothing, a second at first and an hour at the most. */
export const later = "now() + least(interval '1 h', interval '1 s' * 2 ^ least(attempt - 1, 12))";

/**
 * Takes everything that is due as far as it goes, in batches. One that fails, whatever the reason, is put off and never stops
 * the others. A worker that was stopped after it took a row makes no call that could end after its lease: the row is due again when that
 * ends. Answers how many there were.
 */
export async function askEachDue<Row extends Taken>(asking: AskingEach<Row>): Promise<number> {
  const { monotonicMs = () => performance.now() } = asking;
  let asked = 0;
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const sentMs = monotonicMs();
    const rows = await asking.take(mostTogether);
    await Promise.all(rows.map((row) => (monotonicMs() - sentMs > leaseMs - callLimitMs ? leave(asking, row) : askOne(asking, row))));
    asked += rows.length;
    if (rows.length < mostTogether) break;
  }
  return asked;
}

function leave<Row extends Taken>({ log, what }: AskingEach<Row>, { id }: Row): void {
  log.warn({ id }, `a ${what} was taken and not asked about: this worker stood still, and its lease is nearly over`);
}

async function askOne<Row extends Taken>(asking: AskingEach<Row>, row: Row): Promise<void> {
  const { ask, db, log, what } = asking;
  try {
    await ask(row, AbortSignal.timeout(callLimitMs));
    if (row.isUnanswered) await noteAnswer(db, what, row.id);
  } catch (error) {
    if (row.attempt === toldAtAttempt) log.warn({ err: error, id: row.id, attempt: row.attempt }, `a ${what} does not get on`);
    // The database may be what is away: then the end of the lease does it.
    await waitOrStop(asking, row, error).catch((reason: unknown) => log.warn({ err: reason, id: row.id }, `a ${what} could not be put off`));
  }
}

/** Lets a record be due again later; one that is over the age limit waits for an operator. */
async function waitOrStop<Row extends Taken>(
  { db, log, what, putOff, answerLimitMs: limitMs = usualAnswerLimitMs }: AskingEach<Row>,
  row: Row,
  error: unknown,
) {
  const code = codeOfFailure(error);
  if (!(await noteFailure(db, { kind: what, recordId: row.id, code, limitMs }))) return putOff(row);
  log.warn({ id: row.id, code }, `a partner has not answered about a ${what} for too long; an operator has to decide`);
}

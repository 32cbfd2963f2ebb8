import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@linework/db/db';
import { type RowOf, statement, unprepared } from '@linework/db/statement';
import {
  NoResponseError,
  PermanentError,
  SystemUnavailable,
  TransientError,
} from '@linework/engine/model/system-errors';
import { insertMove } from '@linework/events/insert-event';
import type { Log } from '@linework/log/log';
import type { SealedSecret } from '@linework/secrets/open-sealed';
import {
  type ComparedStatus,
  type ComparisonDeps,
  comparedStatuses,
  compareSubscriber,
  type ReadableNetwork,
  type SubscriberDifference,
  serviceStates,
} from '../model/compare-subscriber.ts';
import { driftStatusBefore } from '../store/close-drifts.ts';
import { anySubscriberIsToBeChecked, findExtraSubscribers } from './find-extra-subscribers.ts';
import { type FirstLook, recordDifferences, writeEqualLines } from './record-differences.ts';
import { anyDriftMayBeStale, refreshDrifts } from './refresh-drifts.ts';

interface ReconciliationSettings {
  /** How many calls a second the register gets at most, from all workers together. */
  readonly callsPerSecond: number;
  /** How many it gets at least, so that the round of a small base is not stretched over the whole time. */
  readonly leastCallsPerSecond: number;
  /** The time in which each line is checked once, if the rate allows it. */
  readonly roundMs: number;
  /** How long after a first look a difference is looked at again. */
  readonly secondLookMs: number;
  /** How long a call to the register takes at most. */
  readonly callTimeoutMs: number;
}

export interface ReconcileDeps extends ComparisonDeps {
  readonly db: Db;
  readonly log: Pick<Log, 'info'>;
  readonly settings: ReconciliationSettings;
}

/** A claim ends so long after the time that the lines of a part may take, if the worker that has it was killed. */
const claimReserveMs = 60_000;
/** When a line is looked at again that had an open order or has changed meanwhile. */
const skippedMs = 60_000;
/** How long workers wait for a register that does not answer. */
const waitMs = 5_000;
const batchLimit = 50;
const atOnce = 8;
/** How many calls a line needs at most. */
const callsOfLine = 2;
const listLimit = 5_000;
/** A round has time left for second looks and for lines that were skipped. */
const reserve = 1.2;

/**
 * Compares the next lines with the register until no line is due, the rate is used up, or the time is over. Several
 * workers share the rate, and never read a line at the same time: the database gives each line to one of them. A
 * register that does not answer is asked again later, for the same lines.
 */
export async function reconcileLines(deps: ReconcileDeps, isOver: () => boolean): Promise<void> {
  const { db, settings } = deps;
  await refreshDrifts(db);
  await listLines(db, settings, isOver);
  await findExtraSubscribers({ ...deps, pace: () => countPacedCall(deps) });
  for (let batch = await claimLines(deps); batch.lines.length > 0; batch = await claimLines(deps)) {
    await checkBatch(deps, batch);
    if (isOver()) return;
  }
}

const countOneStatement = statement('count-call-to-register', 'UPDATE reconciliation SET calls = calls + 1');

/** Waits for the time of a call that belongs to no line. */
async function countPacedCall({ db, settings }: ReconcileDeps): Promise<void> {
  const [reserved] = await db.query(reserveCallStatement, { rate: settings.callsPerSecond });
  await sleep(Math.max(0, reserved?.startsInMs ?? 0));
  await db.query(countOneStatement);
}

const offStatement = statement(
  'turn-reconciliation-off',
  'UPDATE reconciliation SET calls_per_second = NULL WHERE calls_per_second IS NOT NULL',
);

/** A worker that compares nothing says so, and nobody waits for its lines. */
export async function turnReconciliationOff(db: Db): Promise<void> {
  await db.query(offStatement);
  await refreshDrifts(db);
}

/** Between two passes over all lines there is an eighth of a round. */
const listingIsDue = `(listed_to IS NOT NULL
      OR coalesce(listed_at < now() - round_seconds * interval '125 ms', true))`;

/** Whether a line is due or may be missing among those that are checked, in SQL. */
export const anyLineIsToBeChecked = `(
  SELECT next_call_at <= now() AND EXISTS (SELECT FROM line_check WHERE due_at <= now())
    OR ${listingIsDue} AND EXISTS (SELECT FROM line)
    OR ${anyDriftMayBeStale}
    OR ${anySubscriberIsToBeChecked}
  FROM reconciliation)`;

const listStatement = unprepared(
  'list-lines-to-check',
  { limit: 'int', statuses: 'text[]', roundSeconds: 'int' },
  `WITH state AS (
    SELECT listed_to
    FROM reconciliation
    WHERE ${listingIsDue}
    FOR UPDATE SKIP LOCKED
  ), page AS MATERIALIZED (
    SELECT l.id, l.broker_id, l.status
    FROM line l
    WHERE l.id > (SELECT coalesce(listed_to, '00000000-0000-0000-0000-000000000000') FROM state)
    ORDER BY l.id
    LIMIT :limit
  ), found AS MATERIALIZED (
    SELECT id, broker_id
    FROM page
    WHERE status = ANY(:statuses)
  ), listed AS (
    INSERT INTO line_check (line_id, broker_id, due_at)
    SELECT id, broker_id, now()
    FROM found f
    WHERE NOT EXISTS (SELECT FROM line_check c WHERE c.line_id = f.id)
    ON CONFLICT DO NOTHING
  )
  UPDATE reconciliation
  SET listed_to = CASE WHEN (SELECT count(*) FROM page) = :limit THEN (SELECT max(id::text)::uuid FROM page) END,
    listed_at = now(),
    round_seconds = :roundSeconds,
    listed_lines = CASE WHEN (SELECT count(*) FROM page) = :limit
      THEN listed_lines + (SELECT count(*) FROM found) ELSE 0 END,
    lines = CASE WHEN (SELECT count(*) FROM page) = :limit
      THEN lines ELSE listed_lines + (SELECT count(*) FROM found) END
  WHERE EXISTS (SELECT FROM state)
  RETURNING listed_to AS "listedTo"`,
).returns<{ readonly listedTo: string | null }>();

/** Finds the lines that are not known here yet, a page of all lines at a time: so no order has to write anything. */
async function listLines(db: Db, { roundMs }: ReconciliationSettings, isOver: () => boolean): Promise<void> {
  const values = { limit: listLimit, statuses: comparedStatuses, roundSeconds: Math.ceil(roundMs / 1_000) };
  let [state] = await db.query(listStatement, values);
  while (state?.listedTo && !isOver()) [state] = await db.query(listStatement, values);
}

const rateSql = 'least(:callsPerSecond, greatest(:least, lines * :reserve / round_seconds))';

/**
 * Claims the lines that are due, the longest unchecked first, as many as a second of the rate allows, and some at
 * least: one line says nothing about the register. The row of the state is locked: claims follow one another, and each
 * moves the time of the next call. It is made up to a second before its first call, so that no time is lost between two
 * batches. A line that is being changed by an order is claimed and not read.
 */
const claimStatement = unprepared(
  'claim-lines-to-check',
  {
    claimId: 'uuid',
    claimMs: 'float8',
    leastLines: 'int',
    limit: 'int',
    callsPerSecond: 'float8',
    least: 'float8',
    reserve: 'float8',
    statuses: 'text[]',
    wantsKeys: 'boolean',
  },
  `WITH state AS MATERIALIZED (
    SELECT ${rateSql} AS rate, greatest(next_call_at, now()) AS start_at,
      next_call_at <= now() + interval '1 s' AS may_call
    FROM reconciliation
    FOR UPDATE SKIP LOCKED
  ), due AS MATERIALIZED (
    SELECT line_id, due_at
    FROM line_check
    WHERE due_at <= now() AND (SELECT may_call FROM state)
    ORDER BY due_at
    LIMIT (SELECT least(:limit, greatest(:leastLines, floor(rate)))::int FROM state)
    FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE line_check c
    SET claim_id = :claimId, due_at = now() + :claimMs * interval '1 ms'
    FROM due
    WHERE c.line_id = due.line_id
    RETURNING c.line_id, c.suspected, due.due_at
  ), found AS MATERIALIZED (
    SELECT c.line_id, c.suspected, c.due_at, l.broker_id, l.status, l.msisdn, l.imsi, l.updated_at,
      o.id IS NULL AND l.status = ANY(:statuses) AS is_settled
    FROM claimed c
    JOIN line l ON l.id = c.line_id
    LEFT JOIN orders o ON o.resource_id = l.id AND o.resource_type = 'line' AND o.is_open
  ), paced AS (
    UPDATE reconciliation
    SET last_run_at = now(),
      calls_per_second = state.rate,
      next_call_at = state.start_at
        + (
          SELECT count(*)
          FROM found
          WHERE is_settled
        ) * interval '1 s' / state.rate,
      last_round_at = CASE WHEN last_check_at > coalesce(last_round_at, '-infinity') AND NOT EXISTS (
          SELECT
          FROM line_check
          WHERE due_at <= now() OR due_at <= now() + :claimMs * interval '1 ms' AND claim_id IS NOT NULL
        ) THEN now() ELSE last_round_at END
    FROM state
    WHERE state.may_call
  )
  SELECT f.line_id AS "lineId", f.broker_id AS "brokerId", f.status, f.msisdn, f.imsi, f.suspected,
    f.due_at AS "dueAt", f.updated_at::text AS version, f.is_settled AS "isSettled",
    (SELECT rate FROM state) AS rate,
    (SELECT extract(epoch FROM start_at - now()) * 1000 FROM state)::float8 AS "startsInMs",
    CASE WHEN k.resource_id IS NOT NULL THEN jsonb_build_object(
      'resourceId', k.resource_id, 'dataKeyId', k.data_key_id, 'keyId', d.key_id,
      'wrapped', encode(d.wrapped, 'base64'), 'ciphertext', encode(k.ciphertext, 'base64')) END AS sealed
  FROM found f
  LEFT JOIN LATERAL (
    SELECT x.resource_id, x.data_key_id, x.ciphertext
    FROM resource_state s
    JOIN resource r ON r.id = s.resource_id AND r.imsi = f.imsi
    JOIN resource_secret x ON x.resource_id = r.id
    WHERE :wantsKeys AND f.is_settled AND s.line_id = f.line_id
    LIMIT 1
  ) k ON true
  LEFT JOIN secret_data_key d ON d.id = k.data_key_id
  ORDER BY f.due_at`,
).returns<{
  readonly status: ComparedStatus;
  readonly suspected: FirstLook | null;
  readonly isSettled: boolean;
  readonly rate: number;
  readonly startsInMs: number;
  readonly sealed: SealedSecret | null;
  readonly version: string;
  readonly lineId: string;
  readonly dueAt: Date;
}>();

/** A line that a worker has claimed. */
type ClaimedLine = RowOf<typeof claimStatement>;

interface Batch {
  readonly claimId: string;
  readonly lines: readonly ClaimedLine[];
  /** When it was claimed, by the clock of this process. */
  readonly claimedMs: number;
}

const leastRate = ({ leastCallsPerSecond, callsPerSecond }: ReconciliationSettings) =>
  Math.min(leastCallsPerSecond, callsPerSecond);

/** The time that the lines take at most which are read at once: each call waits for its turn and for its answer. */
const partMs = (settings: ReconciliationSettings) =>
  callsOfLine * (settings.callTimeoutMs + (atOnce / leastRate(settings)) * 1_000);

/** A claim is renewed between two parts, once the time of a part has gone. */
const claimMs = (settings: ReconciliationSettings) => 2 * partMs(settings) + claimReserveMs;

async function claimLines({ db, network, settings }: ReconcileDeps): Promise<Batch> {
  const claimId = randomUUID();
  const claimedMs = performance.now();
  const lines = await db.query(claimStatement, {
    claimId,
    claimMs: claimMs(settings),
    leastLines: atOnce,
    limit: batchLimit,
    callsPerSecond: settings.callsPerSecond,
    least: leastRate(settings),
    reserve,
    statuses: comparedStatuses,
    wantsKeys: network.wantsSimKeys === true,
  });
  return { claimId, lines, claimedMs };
}

/** What a look at the register found; undefined if the register did not answer, or the line was not read. */
interface Look {
  readonly line: ClaimedLine;
  readonly differences: readonly SubscriberDifference[];
}

async function checkBatch(deps: ReconcileDeps, batch: Batch): Promise<void> {
  const { db, settings } = deps;
  const settled = batch.lines.filter(({ isSettled }) => isSettled);
  const paced = paceCalls(deps, batch, settled);
  const { looks, isAway, isAbsent } = await lookAtLines(deps, settled, paced);
  const equal = looks.filter(({ differences }) => differences.length === 0);
  await writeEqualLines(db, batch.claimId, {
    lines: equal.map(({ line }) => line),
    dueMs: settings.roundMs,
  });
  for (const { line, differences } of looks)
    if (differences.length > 0) await recordDifferences(db, { claimId: batch.claimId, line, differences, settings });
  await db.query(releaseStatement, {
    claimId: batch.claimId,
    lineIds: batch.lines.map(({ lineId }) => lineId),
    dues: batch.lines.map(({ dueAt }) => dueAt),
    isAbsent,
    waits: batch.lines.map(({ isSettled }) => isAway && isSettled),
    skippedMs,
  });
  await db.query(countStatement, {
    calls: paced.calls(),
    isAway,
    waitMs,
    hasLooked: looks.length > 0,
  });
  if (isAway) deps.log.info({ lines: settled.length }, 'the network does not answer; the reconciliation waits');
}

/**
 * A line that was not read because it was being changed, and one that has changed meanwhile, is looked at again. Lines
 * that are answered with errors let others go first. The times are of the database: the clock of a worker may be wrong.
 */
const releaseStatement = statement(
  'release-lines-to-check',
  {
    claimId: 'uuid',
    lineIds: 'uuid[]',
    dues: 'timestamptz[]',
    waits: 'boolean[]',
    isAbsent: 'boolean',
    skippedMs: 'int',
  },
  `WITH ended AS (
    DELETE FROM line_check c
    USING line l
    WHERE c.line_id = ANY(:lineIds) AND c.claim_id = :claimId AND l.id = c.line_id AND l.status = 'TERMINATED'
    RETURNING c.line_id
  ), gone AS (
    UPDATE drift
    SET status = 'GONE', closed_at = now(), updated_at = now()
    WHERE line_id = ANY(ARRAY(SELECT line_id FROM ended)) AND status IN ('OPEN', 'ACCEPTED')
    RETURNING id, broker_id, line_id, kind, accepted_by
  ), events AS (
    ${insertMove('drift', {
      fromColumn: driftStatusBefore,
      to: 'GONE',
      details: "jsonb_build_object('lineId', line_id, 'kind', kind)",
    })}
    FROM gone
  )
  UPDATE line_check c
  SET claim_id = NULL,
    suspected = CASE WHEN w.waits THEN c.suspected END,
    due_at = CASE
      WHEN NOT w.waits THEN now() + :skippedMs * interval '1 ms'
      WHEN :isAbsent THEN w.due_at
      ELSE now()
    END
  FROM unnest(:lineIds, :dues, :waits) AS w(line_id, due_at, waits)
  WHERE c.line_id = w.line_id
    AND c.claim_id = :claimId
    AND NOT EXISTS (SELECT FROM ended e WHERE e.line_id = c.line_id)`,
);

const countStatement = statement(
  'count-calls-to-register',
  { calls: 'int', isAway: 'boolean', waitMs: 'int', hasLooked: 'boolean' },
  `UPDATE reconciliation
  SET calls = calls + :calls,
    last_check_at = CASE WHEN :hasLooked THEN now() ELSE last_check_at END,
    waiting_since = CASE WHEN :isAway THEN coalesce(waiting_since, now()) END,
    next_call_at = greatest(
      next_call_at,
      CASE WHEN :isAway THEN now() + :waitMs * interval '1 ms' END)`,
);

const reserveCallStatement = statement(
  'reserve-call-to-register',
  { rate: 'float8' },
  `UPDATE reconciliation
  SET next_call_at = greatest(next_call_at, now()) + interval '1 s' / :rate
  RETURNING (extract(epoch FROM next_call_at - now()) * 1000 - 1000 / :rate)::float8 AS "startsInMs"`,
).returns<{ readonly startsInMs: number }>();

const renewStatement = statement(
  'renew-claim-of-lines',
  { claimId: 'uuid', claimMs: 'float8', lineIds: 'uuid[]' },
  `UPDATE line_check
  SET due_at = now() + :claimMs * interval '1 ms'
  WHERE line_id = ANY(:lineIds) AND claim_id = :claimId`,
);

interface PacedCalls {
  /** The network for one line. Each call waits for its turn. */
  readonly networkOf: (line: ClaimedLine) => ReadableNetwork;
  /** Renews the claim if it may end before the next lines are read. */
  readonly renew: () => Promise<void>;
  readonly calls: () => number;
}

/**
 * The calls of a batch, each at its own time, so that the register never gets more than the rate allows. The times of
 * the first call of each line were reserved by the claim. Each further one reserves its own, behind those of all
 * workers.
 */
function paceCalls(
  { db, network, settings }: ReconcileDeps,
  batch: Batch,
  settled: readonly ClaimedLine[],
): PacedCalls {
  const { rate = 1, startsInMs = 0 } = batch.lines[0] ?? {};
  const startMs = performance.now() + startsInMs;
  const reserve = async () => {
    const [reserved] = await db.query(reserveCallStatement, { rate });
    return performance.now() + (reserved?.startsInMs ?? 0);
  };
  let calls = 0;
  let renewedMs = batch.claimedMs;
  return {
    calls: () => calls,
    networkOf(line) {
      let isFirst = true;
      const pace =
        <Arguments extends readonly unknown[], Found>(read: (...args: Arguments) => Promise<Found>) =>
        async (...args: Arguments): Promise<Found> => {
          const at = isFirst ? startMs + (settled.indexOf(line) * 1_000) / rate : undefined;
          isFirst = false;
          const restMs = (at ?? (await reserve())) - performance.now();
          if (restMs > 0) await sleep(restMs);
          calls += 1;
          return read(...args);
        };
      const { findSubscriberOfNumber } = network;
      return {
        ...(network.wantsSimKeys && { wantsSimKeys: true }),
        findSubscriber: pace((...args: Parameters<ReadableNetwork['findSubscriber']>) =>
          network.findSubscriber(...args),
        ),
        inspectSubscriber: pace((...args: Parameters<ReadableNetwork['inspectSubscriber']>) =>
          network.inspectSubscriber(...args),
        ),
        ...(findSubscriberOfNumber && { findSubscriberOfNumber: pace(findSubscriberOfNumber) }),
      };
    },
    async renew() {
      if (performance.now() - renewedMs < partMs(settings)) return;
      renewedMs = performance.now();
      const { claimId, lines } = batch;
      const lineIds = lines.map(({ lineId }) => lineId);
      await db.query(renewStatement, { claimId, claimMs: claimMs(settings), lineIds });
    },
  };
}

/**
 * Looks at each line. The register is away when it cannot be reached or is silent, and when it answers many lines with
 * errors and none without: then nothing is known about the lines that were not read. Otherwise a line without an answer
 * is unreadable, also one that is alone.
 */
async function lookAtLines(
  deps: ComparisonDeps,
  lines: readonly ClaimedLine[],
  { networkOf, renew }: PacedCalls,
): Promise<{ readonly looks: readonly Look[]; readonly isAway: boolean; readonly isAbsent: boolean }> {
  const looks: Look[] = [];
  const unanswered: Look[] = [];
  for (let from = 0; from < lines.length; from += atOnce) {
    if (from > 0) await renew();
    const part = lines.slice(from, from + atOnce);
    const read = await Promise.allSettled(
      part.map((line) => compareSubscriber({ ...deps, network: networkOf(line) }, expectedOf(line))),
    );
    for (const [at, result] of read.entries()) {
      const line = part[at] as ClaimedLine;
      if (result.status === 'fulfilled') looks.push({ line, differences: result.value });
      else if (result.reason instanceof SystemUnavailable) return { looks, isAway: true, isAbsent: true };
      else if (isOfNetwork(result.reason)) unanswered.push({ line, differences: [unreadable(result.reason)] });
      else throw result.reason;
    }
    // A system that hangs is not asked for all lines before that is noticed.
    if (looks.length === 0 && unanswered.some(isWithoutAnswer)) return { looks: [], isAway: true, isAbsent: true };
  }
  const isAway = unanswered.length >= atOnce && looks.length === 0;
  return { looks: isAway ? [] : [...looks, ...unanswered], isAway, isAbsent: false };
}

const expectedOf = ({ imsi, msisdn, status, sealed }: ClaimedLine) => ({
  imsi,
  msisdn,
  serviceState: serviceStates[status],
  sealed,
});

const isOfNetwork = (error: unknown): error is TransientError | PermanentError =>
  error instanceof TransientError || error instanceof PermanentError;

interface Unreadable extends SubscriberDifference {
  readonly isTimeout?: boolean;
}

const unreadable = (error: TransientError | PermanentError): Unreadable => ({
  kind: 'unreadable',
  expected: {},
  found: {},
  isTimeout: error instanceof NoResponseError,
});

const isWithoutAnswer = ({ differences }: Look) => differences.some((found: Unreadable) => found.isTimeout);

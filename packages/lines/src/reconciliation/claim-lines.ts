import { randomUUID } from 'node:crypto';
import { type RowOf, statement, unprepared } from '@linework/db/statement';
import type { SealedSecret } from '@linework/secrets/open-sealed';
import { type ComparedStatus, comparedStatuses } from '../model/compare-subscriber.ts';
import type { ReconcileDeps, ReconciliationSettings } from './reconcile-deps.ts';
import type { FirstComparison } from './record-differences.ts';

/** How many lines are read at once. */
export const atOnce = 8;
/** A claim ends so long after the time that the lines of a part may take, if the worker that has it was killed. */
const claimReserveMs = 60_000;
const batchLimit = 50;
/** How many calls a line needs at most. */
const callsOfLine = 2;
/** A round has time left for second comparisons and for lines that were skipped. */
const reserve = 1.2;

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
      next_call_at <= now() + interval '1 s' AS may_call, waiting_since IS NOT NULL AS was_away
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
    (SELECT rate FROM state) AS rate, (SELECT was_away FROM state) AS "wasAway",
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
  readonly suspected: FirstComparison | null;
  readonly isSettled: boolean;
  readonly rate: number;
  readonly wasAway: boolean;
  readonly startsInMs: number;
  readonly sealed: SealedSecret | null;
  readonly version: string;
  readonly lineId: string;
  readonly dueAt: Date;
}>();

/** A line that a worker has claimed. */
export type ClaimedLine = RowOf<typeof claimStatement>;

export interface Batch {
  readonly claimId: string;
  readonly lines: readonly ClaimedLine[];
  /** When it was claimed, by the clock of this process. */
  readonly claimedMs: number;
}

const leastRate = ({ leastCallsPerSecond, callsPerSecond }: ReconciliationSettings) =>
  Math.min(leastCallsPerSecond, callsPerSecond);

/** The time that the lines take at most which are read at once: each call waits for its turn and for its answer. */
export const partMs = (settings: ReconciliationSettings) =>
  callsOfLine * (settings.callTimeoutMs + (atOnce / leastRate(settings)) * 1_000);

/** A claim is renewed between two parts, once the time of a part has gone. */
const claimMs = (settings: ReconciliationSettings) => 2 * partMs(settings) + claimReserveMs;

export async function claimLines({ db, network, settings }: ReconcileDeps): Promise<Batch> {
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

const renewStatement = statement(
  'renew-claim-of-lines',
  { claimId: 'uuid', claimMs: 'float8', lineIds: 'uuid[]' },
  `UPDATE line_check
  SET due_at = now() + :claimMs * interval '1 ms'
  WHERE line_id = ANY(:lineIds) AND claim_id = :claimId`,
);

/** Renews the claim of a batch. */
export async function renewClaim(
  { db, settings }: Pick<ReconcileDeps, 'db' | 'settings'>,
  batch: Batch,
): Promise<void> {
  const { claimId, lines } = batch;
  const lineIds = lines.map(({ lineId }) => lineId);
  await db.query(renewStatement, { claimId, claimMs: claimMs(settings), lineIds });
}

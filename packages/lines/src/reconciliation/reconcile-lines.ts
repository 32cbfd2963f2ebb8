import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { driftStatusBefore } from '../store/close-drifts.ts';
import { type Batch, claimLines } from './claim-lines.ts';
import { compareLines } from './compare-lines.ts';
import { anySubscriberIsToBeChecked, findExtraSubscribers } from './find-extra-subscribers.ts';
import { listingIsDue, listLinesToCheck } from './list-lines-to-check.ts';
import { countPacedCall, paceCalls } from './pace-calls.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';
import { recordDifferences, writeEqualLines } from './record-differences.ts';
import { anyDriftMayBeStale, refreshDrifts } from './refresh-drifts.ts';

/** When a line is compared again that had an open order or has changed meanwhile. */
const skippedMs = 60_000;
/** How long workers wait for a register that does not answer. */
const waitMs = 5_000;

/**
 * Compares the next lines with the register until no line is due, the rate is used up, or the time is over. Several
 * workers share the rate, and never read a line at the same time: the database gives each line to one of them. A
 * register that does not answer is asked again later, for the same lines.
 */
export async function reconcileLines(deps: ReconcileDeps, isOver: () => boolean): Promise<void> {
  const { db, settings } = deps;
  await refreshDrifts(db);
  await listLinesToCheck(db, settings, isOver);
  await findExtraSubscribers({ ...deps, pace: () => countPacedCall(deps) });
  for (let batch = await claimLines(deps); batch.lines.length > 0; batch = await claimLines(deps)) {
    await checkBatch(deps, batch);
    if (isOver()) return;
  }
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

/** Whether a line is due or may be missing among those that are checked, in SQL. */
export const anyLineIsToBeChecked = `(
  SELECT next_call_at <= now() AND EXISTS (SELECT FROM line_check WHERE due_at <= now())
    OR ${listingIsDue} AND EXISTS (SELECT FROM line)
    OR ${anyDriftMayBeStale}
    OR ${anySubscriberIsToBeChecked}
  FROM reconciliation)`;

async function checkBatch(deps: ReconcileDeps, batch: Batch): Promise<void> {
  const { db, settings } = deps;
  const settled = batch.lines.filter(({ isSettled }) => isSettled);
  const paced = paceCalls(deps, batch, settled);
  const { compared, isAway, isAbsent } = await compareLines(deps, settled, paced);
  const equal = compared.filter(({ differences }) => differences.length === 0);
  await writeEqualLines(db, batch.claimId, {
    lines: equal.map(({ line }) => line),
    dueMs: settings.roundMs,
  });
  for (const { line, differences } of compared)
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
    hasCompared: compared.length > 0,
  });
  if (isAway) deps.log.info({ lines: settled.length }, 'the network does not answer; the reconciliation waits');
}

/**
 * A line that was not read because it was being changed, and one that has changed meanwhile, is compared again. Lines
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
  { calls: 'int', isAway: 'boolean', waitMs: 'int', hasCompared: 'boolean' },
  `UPDATE reconciliation
  SET calls = calls + :calls,
    last_check_at = CASE WHEN :hasCompared THEN now() ELSE last_check_at END,
    waiting_since = CASE WHEN :isAway THEN coalesce(waiting_since, now()) END,
    next_call_at = greatest(
      next_call_at,
      CASE WHEN :isAway THEN now() + :waitMs * interval '1 ms' END)`,
);

import type { Db } from '@linework/db/db';
import { ruleTable } from '@linework/db/rule-table';
import { unprepared } from '@linework/db/statement';
import { hasExpired } from './has-expired.ts';
import { quarantineEnds } from './quarantine-ends.ts';
import { buildScopeCondition, type ResourceScope } from './resource-scope.ts';
import { buildSlotLock, runBatchesConcurrently } from './run-batches-concurrently.ts';

const ends = ruleTable('rule', { reusable: 'boolean', becomes: 'text', event: 'text' }, quarantineEnds);

const changes = quarantineEnds.map(
  ({ reusable, becomes }) => `made_${becomes} AS (
    UPDATE resource_state
    SET status = '${becomes}', quarantined_at = NULL, quarantine_ends_at = NULL, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM expired WHERE reusable = ${reusable}))
  )`,
);

/**
 * Ends quarantines that have expired by the database's clock: reusable resources become available, the others are decommissioned. The event
 * records the end of the quarantine, because the resource loses it. The statement changes exactly the rows that it locks, so each change needs no
 * join (see `expire-reservations.ts`); only the events join the rules.
 */
const buildEndSql = (filter: string, lockMode: 'SKIP LOCKED' | '') => `WITH expired AS (
    SELECT s.resource_id, s.broker_id, s.quarantine_ends_at, t.reusable
    FROM resource_state s
    JOIN pool p ON p.id = s.pool_id
    JOIN resource_type t ON t.id = p.type_id
    WHERE s.quarantine_ends_at <= now() ${filter}
    ORDER BY s.quarantine_ends_at
    LIMIT $1
    FOR UPDATE OF s ${lockMode}
  ), ${changes.join(', ')}, emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, details)
    SELECT broker_id, event, 'resource', resource_id, 'quarantined', becomes, jsonb_build_object('quarantineEndsAt', quarantine_ends_at)
    FROM expired JOIN ${ends} USING (reusable)
  )
  SELECT count(*)::int AS count FROM expired`;

const endQuarantinesStatement = unprepared(buildEndSql(`AND ${buildSlotLock('end-quarantines', '$2')}`, 'SKIP LOCKED'));

const batchLimit = 5_000;

/** Ends every expired quarantine and returns the count. Concurrent calls are safe: they share three slots. */
export async function endQuarantines(db: Pick<Db, 'query'>): Promise<number> {
  if (!(await hasExpired(db, 'quarantine_ends_at'))) return 0;
  return runBatchesConcurrently(async (slot) => {
    const [result] = await db.query<{ count: number }>(endQuarantinesStatement, [batchLimit, slot]);
    return result?.count ?? 0;
  });
}

/** Ends the expired quarantines of the scope, up to one batch, and waits for locks on them. */
export async function endQuarantinesInScope(db: Pick<Db, 'query'>, scope: ResourceScope): Promise<void> {
  const { condition, values } = buildScopeCondition(scope);
  await db.query(unprepared(buildEndSql(`AND ${condition}`, '')), [batchLimit, ...values]);
}

import type { Db } from '@linework/db/db';
import { ruleTable } from '@linework/db/rule-table';
import { assembled, unprepared } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import { createBoundValues } from '@linework/lists/bound-values';
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
 * Ends quarantines that have expired by the database's clock: reusable resources become available, the others are
 * decommissioned. The event records the end of the quarantine, because the resource loses it. The statement changes
 * exactly the rows that it locks, so each change needs no join (see `expire-reservations.ts`); only the events join the
 * rules.
 */
const buildEndSql = (filter: string, lockMode: 'SKIP LOCKED' | '', limit: string) => `WITH expired AS (
    SELECT s.resource_id, s.broker_id, s.quarantine_ends_at, t.reusable
    FROM resource_state s
    JOIN pool p ON p.id = s.pool_id
    JOIN resource_type t ON t.id = p.type_id
    WHERE s.quarantine_ends_at <= now() ${filter}
    ORDER BY s.quarantine_ends_at
    LIMIT ${limit}
    FOR UPDATE OF s ${lockMode}
  ), ${changes.join(', ')}, emitted AS (
    ${insertEvents('resource', {
      type: 'event',
      from: "'quarantined'",
      to: 'becomes',
      id: 'resource_id',
      details: "jsonb_build_object('quarantineEndsAt', quarantine_ends_at)",
    })}
    FROM expired JOIN ${ends} USING (reusable)
  )
  SELECT count(*)::int AS count FROM expired`;

const endQuarantinesStatement = unprepared(
  'end-quarantines',
  { limit: 'bigint', slot: 'int' },
  buildEndSql(`AND ${buildSlotLock('end-quarantines', ':slot')}`, 'SKIP LOCKED', ':limit'),
);

const batchLimit = 5_000;

/** Ends every expired quarantine and returns the count. Concurrent calls are safe: they share three slots. */
export async function endQuarantines(db: Pick<Db, 'query'>): Promise<number> {
  if (!(await hasExpired(db, 'quarantine_ends_at'))) return 0;
  return runBatchesConcurrently(async (slot) => {
    const [result] = await db.query(endQuarantinesStatement, { limit: batchLimit, slot });
    return result?.count ?? 0;
  });
}

/** Ends the expired quarantines of the scope, up to one batch, and waits for locks on them. */
export async function endQuarantinesInScope(db: Pick<Db, 'query'>, scope: ResourceScope): Promise<void> {
  const { bind, values } = createBoundValues();
  const text = buildEndSql(`AND ${buildScopeCondition(scope, bind)}`, '', bind(batchLimit));
  await db.query(assembled({ text, values }));
}

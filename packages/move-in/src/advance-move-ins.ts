import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { MoveInStatus } from '@linework/schemas/lifecycles/move-in.lifecycle';
import { adoptBatch, type BatchResult } from './adopt.ts';
import { checkMoveIn } from './check.ts';
import { compareBatch, type MoveInDeps, type Renew } from './compare.ts';
import { moveMoveIn } from './move-ins.ts';
import { undoBatch } from './undo.ts';

const working = "status IN ('CHECKING', 'COMPARING', 'ADOPTING', 'UNDOING')";

/** Whether a move-in has work that no worker does, in SQL. */
export const anyMoveInHasWork = `EXISTS (
  SELECT FROM move_in WHERE ${working} AND coalesce(leased_until <= now(), true))`;

const nextStatement = statement(
  'find-move-ins-with-work',
  `SELECT id, status
  FROM move_in
  WHERE ${working} AND coalesce(leased_until <= now(), true)
  ORDER BY updated_at`,
).returns<{ readonly status: MoveInStatus }>();

/**
 * A worker works alone on a move-in: two would read the register at twice its rate, and the end of one check would not
 * be the end of the other. A worker that was killed is replaced when its lease is over.
 */
const leaseStatement = statement(
  'lease-move-in',
  { id: 'uuid', status: 'text', leaseId: 'uuid', seconds: 'int' },
  `UPDATE move_in
  SET lease_id = :leaseId, leased_until = now() + make_interval(secs => :seconds)
  WHERE id = :id
    AND status = :status
    AND (lease_id = :leaseId OR coalesce(leased_until <= now(), true))
  RETURNING id`,
);

const releaseStatement = statement(
  'release-move-in',
  { id: 'uuid', leaseId: 'uuid' },
  'UPDATE move_in SET lease_id = NULL, leased_until = NULL WHERE id = :id AND lease_id = :leaseId',
);

/** Without figures of the rows that have just been uploaded the planner reads all of them for each one. */
const analyzeStatement = statement('analyze-move-in-rows', 'SELECT analyze_move_in_rows()');

/**
 * The same for the tables that an adoption fills and an undo empties: those that have changed by half since they were
 * counted.
 */
const analyzeChangedStatement = statement(
  'analyze-changed-tables',
  { names: 'text[]' },
  'SELECT analyze_changed_tables(:names)',
);

const filledTables = [
  'allocation',
  'holder',
  'invoice',
  'invoice_line',
  'line',
  'move_in_row',
  'payment_method',
  'resource',
  'resource_state',
  'subscription',
  'subscription_line',
  'subscription_product',
  'usage_account',
  'usage_credit',
];

/** A batch is over within seconds; one statement of a check may take longer. */
const leaseSeconds = 10;
const checkLeaseSeconds = 60;

/** Works on each move-in that has work, batch by batch, until none has or the time is over. */
export async function advanceMoveIns(deps: MoveInDeps, isOver: () => boolean): Promise<void> {
  const leaseId = randomUUID();
  for (const { id, status } of await deps.db.query(nextStatement)) {
    const usual = status === 'CHECKING' ? checkLeaseSeconds : leaseSeconds;
    const renew: Renew = async (seconds = usual) =>
      (await deps.db.query(leaseStatement, { id, status, leaseId, seconds })).length > 0;
    let result: BatchResult | 'waiting' = 'more';
    while (result === 'more' && !isOver() && (await renew())) result = await workOn(deps, { id, status, renew });
    await deps.db.query(releaseStatement, { id, leaseId });
    if (result === 'waiting') deps.log.info({ moveInId: id }, 'the network does not answer; the comparison waits');
    if (result === 'done') deps.log.info({ moveInId: id, status }, 'a stage of a move-in has ended');
  }
}

interface Work {
  readonly id: string;
  readonly status: MoveInStatus;
  readonly renew: Renew;
}

async function workOn(deps: MoveInDeps, { id, status, renew }: Work): Promise<BatchResult | 'waiting'> {
  if (status === 'CHECKING') return check(deps.db, id, renew);
  if (status === 'COMPARING') return compareBatch(deps, id, renew);
  await deps.db.query(analyzeChangedStatement, { names: filledTables });
  return status === 'ADOPTING' ? adoptBatch(deps.db, id) : undoBatch(deps.db, id);
}

async function check(db: Db, id: string, renew: Renew): Promise<BatchResult> {
  await db.query(analyzeStatement);
  if (!(await checkMoveIn(db, id, renew)) || !(await renew())) return 'gone';
  return (await moveMoveIn(db, id, { from: 'CHECKING', to: 'CHECKED' })) ? 'done' : 'gone';
}

import type { Db } from '@linework/db/db';
import { plannedEachTime, statement } from '@linework/db/statement';

/** A line that a pause is to block, or has blocked. */
export interface NotedLine {
  readonly subscriptionId: string;
  readonly lineId: string;
  readonly brokerId: string;
  /** Who asked for the pause; null where its time had come. */
  readonly keyId: string | null;
}

interface Wanted {
  /** Null for any. */
  readonly subscriptionId: string | null;
  readonly most: number;
}

const notedColumns = 'n.subscription_id AS "subscriptionId", n.line_id AS "lineId", n.broker_id AS "brokerId", n.key_id AS "keyId"';
const isWanted = '($1::uuid IS NULL OR n.subscription_id = $1::uuid) AND coalesce(n.held_until <= now(), true)';

/** The subscription is held first, so that nobody resumes it meanwhile. */
const takeToBlock = plannedEachTime(
  `SELECT ${notedColumns} FROM paused_line n JOIN subscription s ON s.id = n.subscription_id
   WHERE ${isWanted} AND s.status = 'PAUSED' AND n.block_order_id IS NULL
     AND EXISTS (SELECT FROM line_work w WHERE w.line_id = n.line_id AND w.status = 'ACTIVE' AND w.order_at_work IS NULL)
   ORDER BY n.created_at, n.line_id LIMIT $2 FOR SHARE OF s SKIP LOCKED FOR UPDATE OF n SKIP LOCKED`,
);

const takeToUnblock = plannedEachTime(
  `SELECT ${notedColumns} FROM paused_line n JOIN subscription s ON s.id = n.subscription_id
   WHERE ${isWanted} AND n.pause_over AND s.status = 'ACTIVE'
     AND EXISTS (SELECT FROM line_block b WHERE b.order_id = n.block_order_id AND b.keeps_blocked)
     AND EXISTS (SELECT FROM line_work w WHERE w.line_id = n.line_id AND w.status = 'BLOCKED' AND w.order_at_work IS NULL)
   ORDER BY n.created_at, n.line_id LIMIT $2 FOR SHARE OF s SKIP LOCKED FOR UPDATE OF n SKIP LOCKED`,
);

/** Takes noted lines that can be blocked now and that nobody else has in hand. They are held until the end of the transaction. */
export const takeLinesToBlock = (tx: Pick<Db, 'query'>, { subscriptionId, most }: Wanted) => tx.query<NotedLine>(takeToBlock, [subscriptionId, most]);

/** Takes noted lines that can be unblocked now, because their pause is over, in the same way. */
export const takeLinesToUnblock = (tx: Pick<Db, 'query'>, { subscriptionId, most }: Wanted) => tx.query<NotedLine>(takeToUnblock, [subscriptionId, most]);

/**
 * While it is PAUSED: no order of the pause's own, and the line has come to rest where it cannot be blocked. When it is not any
 * more: no block was ordered, or that has come to rest and is not what keeps the line blocked. A block that stopped awaits an operator.
 */
const forgetSettled = plannedEachTime(
  `WITH paused AS (
    SELECT n.subscription_id, n.line_id FROM paused_line n JOIN subscription s ON s.id = n.subscription_id JOIN line_work w ON w.line_id = n.line_id
    WHERE ($1::uuid IS NULL OR n.subscription_id = $1::uuid) AND n.block_order_id IS NULL AND s.status = 'PAUSED'
      AND w.order_at_work IS NULL AND w.status <> 'ACTIVE'
    FOR SHARE OF s SKIP LOCKED FOR UPDATE OF n SKIP LOCKED
  ), resumed AS (
    SELECT n.subscription_id, n.line_id FROM paused_line n JOIN subscription s ON s.id = n.subscription_id
      JOIN line_work w ON w.line_id = n.line_id LEFT JOIN line_block b ON b.order_id = n.block_order_id
    WHERE ($1::uuid IS NULL OR n.subscription_id = $1::uuid) AND n.pause_over AND s.status <> 'PAUSED' AND (n.block_order_id IS NULL
      OR NOT b.at_work AND NOT b.awaits_operator AND (NOT b.keeps_blocked OR w.order_at_work IS NULL AND w.status <> 'BLOCKED'))
    FOR SHARE OF s SKIP LOCKED FOR UPDATE OF n SKIP LOCKED
  )
  DELETE FROM paused_line d USING (SELECT * FROM paused UNION ALL SELECT * FROM resumed) AS settled
  WHERE d.subscription_id = settled.subscription_id AND d.line_id = settled.line_id`,
);

/** Notes no longer what there is nothing to be done about any more. */
export async function forgetSettledLines(tx: Pick<Db, 'query'>, subscriptionId: string | null): Promise<void> {
  await tx.query(forgetSettled, [subscriptionId]);
}

const recordOrder = statement(
  'record-block-order',
  'UPDATE paused_line SET block_order_id = $3::uuid, attempt = 0, held_until = NULL WHERE subscription_id = $1::uuid AND line_id = $2::uuid AND block_order_id IS NULL RETURNING 1',
);

/** Notes the order that blocks a line, in the transaction that places it. */
export async function recordBlockOrder(tx: Pick<Db, 'query'>, { subscriptionId, lineId }: NotedLine, orderId: string): Promise<void> {
  const recorded = await tx.query(recordOrder, [subscriptionId, lineId, orderId]);
  if (recorded.length === 0) throw new Error(`the pause of line ${lineId} moved on although it was held`);
}

const forgetOne = statement('forget-paused-line', 'DELETE FROM paused_line WHERE subscription_id = $1::uuid AND line_id = $2::uuid');

/** Notes a line no longer. */
export async function forgetLine(tx: Pick<Db, 'query'>, { subscriptionId, lineId }: Pick<NotedLine, 'subscriptionId' | 'lineId'>): Promise<void> {
  await tx.query(forgetOne, [subscriptionId, lineId]);
}

const holdOff = statement(
  'hold-off-paused-line',
  `UPDATE paused_line SET attempt = attempt + 1, held_until = now() + least(power(2, attempt), 3600) * interval '1 s'
   WHERE subscription_id = $1::uuid AND line_id = $2::uuid RETURNING attempt`,
);

/** Lets a line rest whose order the database refuses, twice as long each time; answers how often that has happened. */
export async function holdOffLine(db: Pick<Db, 'query'>, { subscriptionId, lineId }: NotedLine): Promise<number> {
  const [held] = await db.query<{ readonly attempt: number }>(holdOff, [subscriptionId, lineId]);
  return held?.attempt ?? 0;
}

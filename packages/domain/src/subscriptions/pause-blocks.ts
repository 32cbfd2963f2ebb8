import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';

/** A line that a pause is to block, or has blocked. */
export interface PauseBlock {
  readonly subscriptionId: string;
  readonly lineId: string;
  readonly brokerId: string;
  /** Who asked for the pause; null where its time had come. */
  readonly keyId: string | null;
}

interface PauseBlockFilter {
  /** Null for any. */
  readonly subscriptionId: string | null;
  readonly limit: number;
}

const pauseBlockColumns = 'n.subscription_id AS "subscriptionId", n.line_id AS "lineId", n.broker_id AS "brokerId", n.key_id AS "keyId"';
const isDueCondition = '($1::uuid IS NULL OR n.subscription_id = $1::uuid) AND coalesce(n.not_before <= now(), true)';

/** The subscription is held first, so that nobody resumes it meanwhile. */
const lockToBlockStatement = unprepared(
  `SELECT ${pauseBlockColumns} FROM paused_line n JOIN subscription s ON s.id = n.subscription_id
   WHERE ${isDueCondition} AND s.status = 'PAUSED' AND n.block_order_id IS NULL
     AND EXISTS (SELECT FROM line_open_order w WHERE w.line_id = n.line_id AND w.status = 'ACTIVE' AND w.open_order_id IS NULL)
   ORDER BY n.created_at, n.line_id LIMIT $2 FOR SHARE OF s SKIP LOCKED FOR UPDATE OF n SKIP LOCKED`,
);

const lockToUnblockStatement = unprepared(
  `SELECT ${pauseBlockColumns} FROM paused_line n JOIN subscription s ON s.id = n.subscription_id
   WHERE ${isDueCondition} AND n.pause_ended AND s.status = 'ACTIVE'
     AND EXISTS (SELECT FROM line_block b WHERE b.order_id = n.block_order_id AND b.keeps_blocked)
     AND EXISTS (SELECT FROM line_open_order w WHERE w.line_id = n.line_id AND w.status = 'BLOCKED' AND w.open_order_id IS NULL)
   ORDER BY n.created_at, n.line_id LIMIT $2 FOR SHARE OF s SKIP LOCKED FOR UPDATE OF n SKIP LOCKED`,
);

/** Takes noted lines that can be blocked now and that nobody else has in hand. They are held until the end of the transaction. */
export const lockLinesToBlock = (tx: Pick<Db, 'query'>, { subscriptionId, limit }: PauseBlockFilter) =>
  tx.query<PauseBlock>(lockToBlockStatement, [subscriptionId, limit]);

/** Takes noted lines that can be unblocked now, because their pause is over, in the same way. */
export const lockLinesToUnblock = (tx: Pick<Db, 'query'>, { subscriptionId, limit }: PauseBlockFilter) =>
  tx.query<PauseBlock>(lockToUnblockStatement, [subscriptionId, limit]);

/**
 * While it is PAUSED: no order of the pause's own, and the line has come to rest where it cannot be blocked. When it is not any
 * more: no block was ordered, or that has come to rest and is not what keeps the line blocked. A block that stopped awaits an operator.
 */
const deleteSettledStatement = unprepared(
  `WITH paused AS (
    SELECT n.subscription_id, n.line_id FROM paused_line n JOIN subscription s ON s.id = n.subscription_id JOIN line_open_order w ON w.line_id = n.line_id
    WHERE ($1::uuid IS NULL OR n.subscription_id = $1::uuid) AND n.block_order_id IS NULL AND s.status = 'PAUSED'
      AND w.open_order_id IS NULL AND w.status <> 'ACTIVE'
    FOR SHARE OF s SKIP LOCKED FOR UPDATE OF n SKIP LOCKED
  ), resumed AS (
    SELECT n.subscription_id, n.line_id FROM paused_line n JOIN subscription s ON s.id = n.subscription_id
      JOIN line_open_order w ON w.line_id = n.line_id LEFT JOIN line_block b ON b.order_id = n.block_order_id
    WHERE ($1::uuid IS NULL OR n.subscription_id = $1::uuid) AND n.pause_ended AND s.status <> 'PAUSED' AND (n.block_order_id IS NULL
      OR NOT b.is_open AND NOT b.awaits_operator AND (NOT b.keeps_blocked OR w.open_order_id IS NULL AND w.status <> 'BLOCKED'))
    FOR SHARE OF s SKIP LOCKED FOR UPDATE OF n SKIP LOCKED
  )
  DELETE FROM paused_line d USING (SELECT * FROM paused UNION ALL SELECT * FROM resumed) AS settled
  WHERE d.subscription_id = settled.subscription_id AND d.line_id = settled.line_id`,
);

/** Notes no longer what there is nothing to be done about any more. */
export async function deleteSettledPauseBlocks(tx: Pick<Db, 'query'>, subscriptionId: string | null): Promise<void> {
  await tx.query(deleteSettledStatement, [subscriptionId]);
}

const recordOrderStatement = statement(
  'record-block-order',
  'UPDATE paused_line SET block_order_id = $3::uuid, attempt = 0, not_before = NULL WHERE subscription_id = $1::uuid AND line_id = $2::uuid AND block_order_id IS NULL RETURNING 1',
);

/** Notes the order that blocks a line, in the transaction that places it. */
export async function recordBlockOrder(tx: Pick<Db, 'query'>, { subscriptionId, lineId }: PauseBlock, orderId: string): Promise<void> {
  const recorded = await tx.query(recordOrderStatement, [subscriptionId, lineId, orderId]);
  if (recorded.length === 0) throw new Error(`the pause of line ${lineId} moved on although it was held`);
}

const deleteOneStatement = statement('delete-pause-block', 'DELETE FROM paused_line WHERE subscription_id = $1::uuid AND line_id = $2::uuid');

/** Notes a line no longer. */
export async function deletePauseBlock(tx: Pick<Db, 'query'>, { subscriptionId, lineId }: Pick<PauseBlock, 'subscriptionId' | 'lineId'>): Promise<void> {
  await tx.query(deleteOneStatement, [subscriptionId, lineId]);
}

const postponeStatement = statement(
  'postpone-pause-block',
  `UPDATE paused_line SET attempt = attempt + 1, not_before = now() + least(power(2, attempt), 3600) * interval '1 s'
   WHERE subscription_id = $1::uuid AND line_id = $2::uuid RETURNING attempt`,
);

/** Lets a line rest whose order the database refuses, twice as long each time; answers how often that has happened. */
export async function postponePauseBlock(db: Pick<Db, 'query'>, { subscriptionId, lineId }: PauseBlock): Promise<number> {
  const [postponed] = await db.query<{ readonly attempt: number }>(postponeStatement, [subscriptionId, lineId]);
  return postponed?.attempt ?? 0;
}

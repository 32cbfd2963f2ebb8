import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';

/** A line that a pause has blocked or will block. */
export interface PauseBlock {
  readonly subscriptionId: string;
  readonly lineId: string;
  readonly brokerId: string;
  /** The key that requested the pause; null for a scheduled pause. */
  readonly keyId: string | null;
}

interface PauseBlockFilter {
  /** Null means any subscription. */
  readonly subscriptionId: string | null;
  readonly limit: number;
}

const pauseBlockColumns =
  'n.subscription_id AS "subscriptionId", n.line_id AS "lineId", n.broker_id AS "brokerId", n.key_id AS "keyId"';
const isDueCondition =
  '(:subscriptionId IS NULL OR n.subscription_id = :subscriptionId) AND coalesce(n.not_before <= now(), true)';

/** The subscription is locked too, so that it cannot be resumed meanwhile. */
const lockToBlockStatement = unprepared(
  'lock-lines-to-block',
  { subscriptionId: 'uuid?', limit: 'bigint' },
  `SELECT ${pauseBlockColumns}
   FROM paused_line n JOIN subscription s ON s.id = n.subscription_id
   WHERE ${isDueCondition} AND s.status = 'PAUSED' AND n.block_order_id IS NULL AND NOT n.adopted
     AND EXISTS (
       SELECT
       FROM line_open_order w
       WHERE w.line_id = n.line_id AND w.status = 'ACTIVE' AND w.open_order_id IS NULL)
   ORDER BY n.created_at, n.line_id
   LIMIT :limit
   FOR SHARE OF s SKIP LOCKED
   FOR UPDATE OF n SKIP LOCKED`,
);

const lockToUnblockStatement = unprepared(
  'lock-lines-to-unblock',
  { subscriptionId: 'uuid?', limit: 'bigint' },
  `SELECT ${pauseBlockColumns}
   FROM paused_line n JOIN subscription s ON s.id = n.subscription_id
   WHERE ${isDueCondition} AND n.pause_ended AND s.status = 'ACTIVE'
     AND (
       EXISTS (SELECT FROM line_block b WHERE b.order_id = n.block_order_id AND b.keeps_blocked)
       OR EXISTS (
         SELECT
         FROM adopted_line_block a
         WHERE a.subscription_id = n.subscription_id AND a.line_id = n.line_id AND a.keeps_blocked))
     AND EXISTS (
       SELECT
       FROM line_open_order w
       WHERE w.line_id = n.line_id AND w.status = 'BLOCKED' AND w.open_order_id IS NULL)
   ORDER BY n.created_at, n.line_id
   LIMIT :limit
   FOR SHARE OF s SKIP LOCKED
   FOR UPDATE OF n SKIP LOCKED`,
);

/**
 * Locks lines that can be blocked now until the end of the transaction. Lines that another transaction has locked are
 * skipped.
 */
export const lockLinesToBlock = (tx: Pick<Db, 'query'>, { subscriptionId, limit }: PauseBlockFilter) =>
  tx.query(lockToBlockStatement, { subscriptionId, limit });

/** Locks lines that can be unblocked now because their pause has ended, in the same way. */
export const lockLinesToUnblock = (tx: Pick<Db, 'query'>, { subscriptionId, limit }: PauseBlockFilter) =>
  tx.query(lockToUnblockStatement, { subscriptionId, limit });

/**
 * While the subscription is PAUSED, a pause block is settled if it has no block order and the line is not ACTIVE and
 * has no open order. Afterwards it is settled if no block was ordered, or if the block order is settled and no longer
 * keeps the line blocked. A block order that awaits an operator is kept. A line that a pause has blocked in another
 * system, and that was adopted, has no block order: it is as if one had blocked it.
 */
const deleteSettledStatement = unprepared(
  'delete-settled-pause-blocks',
  { subscriptionId: 'uuid?' },
  `WITH paused AS (
    SELECT n.subscription_id, n.line_id
    FROM paused_line n JOIN subscription s ON s.id = n.subscription_id JOIN line_open_order w ON w.line_id = n.line_id
    WHERE (:subscriptionId IS NULL OR n.subscription_id = :subscriptionId)
      AND n.block_order_id IS NULL AND NOT n.adopted AND s.status = 'PAUSED' AND w.open_order_id IS NULL
      AND w.status <> 'ACTIVE'
    FOR SHARE OF s SKIP LOCKED
    FOR UPDATE OF n SKIP LOCKED
  ), resumed AS (
    SELECT n.subscription_id, n.line_id
    FROM paused_line n JOIN subscription s ON s.id = n.subscription_id
      JOIN line_open_order w ON w.line_id = n.line_id LEFT JOIN line_block b ON b.order_id = n.block_order_id
      LEFT JOIN adopted_line_block a ON a.subscription_id = n.subscription_id AND a.line_id = n.line_id
    WHERE (:subscriptionId IS NULL OR n.subscription_id = :subscriptionId) AND n.pause_ended AND s.status <> 'PAUSED'
      AND (n.block_order_id IS NULL AND NOT n.adopted
      OR NOT a.keeps_blocked
      OR a.keeps_blocked AND w.open_order_id IS NULL AND w.status <> 'BLOCKED'
      OR NOT b.is_open AND NOT b.awaits_operator
        AND (NOT b.keeps_blocked OR w.open_order_id IS NULL AND w.status <> 'BLOCKED'))
    FOR SHARE OF s SKIP LOCKED
    FOR UPDATE OF n SKIP LOCKED
  )
  DELETE FROM paused_line d USING (SELECT * FROM paused UNION ALL SELECT * FROM resumed) AS settled
  WHERE d.subscription_id = settled.subscription_id AND d.line_id = settled.line_id`,
);

const findAnySql = `SELECT true
   FROM paused_line
   WHERE block_order_id IS NULL AND NOT adopted OR pause_ended
   LIMIT 1`;
const findAnyStatement = statement('find-any-pause-block', findAnySql);

/** In SQL: true if a line has a pause block that may need something. */
export const anyPauseBlockWaits = `(${findAnySql})`;

/**
 * Whether any line has a pause block that has not ordered its block, or whose pause has ended: the others need nothing.
 * Planning the other statements takes 8 ms, which the job saves while there is none.
 */
export const hasPauseBlocks = async (db: Pick<Db, 'query'>): Promise<boolean> =>
  (await db.query(findAnyStatement)).length > 0;

/** Deletes the pause blocks that need no further action. */
export async function deleteSettledPauseBlocks(tx: Pick<Db, 'query'>, subscriptionId: string | null): Promise<void> {
  await tx.query(deleteSettledStatement, { subscriptionId });
}

const recordOrderStatement = statement(
  'record-block-order',
  { subscriptionId: 'uuid', lineId: 'uuid', orderId: 'uuid' },
  `UPDATE paused_line
   SET block_order_id = :orderId, attempt = 0, not_before = NULL
   WHERE subscription_id = :subscriptionId AND line_id = :lineId AND block_order_id IS NULL
   RETURNING 1`,
);

/** Records the order that blocks a line, in the transaction that places the order. */
export async function recordBlockOrder(
  tx: Pick<Db, 'query'>,
  { subscriptionId, lineId }: PauseBlock,
  orderId: string,
): Promise<void> {
  const recorded = await tx.query(recordOrderStatement, { subscriptionId, lineId, orderId });
  if (recorded.length === 0) throw new Error(`the pause block of line ${lineId} changed although it was locked`);
}

const deleteOneStatement = statement(
  'delete-pause-block',
  { subscriptionId: 'uuid', lineId: 'uuid' },
  'DELETE FROM paused_line WHERE subscription_id = :subscriptionId AND line_id = :lineId',
);

/** Deletes the pause block of one line. */
export async function deletePauseBlock(
  tx: Pick<Db, 'query'>,
  { subscriptionId, lineId }: Pick<PauseBlock, 'subscriptionId' | 'lineId'>,
): Promise<void> {
  await tx.query(deleteOneStatement, { subscriptionId, lineId });
}

const postponeStatement = statement(
  'postpone-pause-block',
  { subscriptionId: 'uuid', lineId: 'uuid' },
  `UPDATE paused_line
   SET attempt = attempt + 1, not_before = now() + least(power(2, attempt), 3600) * interval '1 s'
   WHERE subscription_id = :subscriptionId AND line_id = :lineId
   RETURNING attempt`,
);

/** Postpones a line whose order the database rejects, twice as long each time. Returns the number of failures. */
export async function postponePauseBlock(
  db: Pick<Db, 'query'>,
  { subscriptionId, lineId }: PauseBlock,
): Promise<number> {
  const [postponed] = await db.query(postponeStatement, { subscriptionId, lineId });
  return postponed?.attempt ?? 0;
}

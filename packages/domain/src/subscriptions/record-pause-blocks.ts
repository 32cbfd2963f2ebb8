import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { findLinesOfSubscription } from '../lines/find-lines-of-subscription.ts';
import type { LockedSubscription } from './lock-subscription.ts';

/** What waits for an order that is at work may be in service after it. One that is noted still, its former pause has blocked. */
const recordStatement = statement(
  'record-pause-blocks',
  `INSERT INTO paused_line (subscription_id, line_id, broker_id, key_id)
   SELECT $1::uuid, w.line_id, w.broker_id, $3::uuid FROM line_open_order w
   WHERE w.line_id = ANY($2::uuid[]) AND (w.status = 'ACTIVE' OR w.open_order_id IS NOT NULL)
   ON CONFLICT (subscription_id, line_id) DO NOTHING`,
);

/** Notes the lines that a pause is to block: those in service, and those that may come to be by an order at work. */
export async function recordPauseBlocks(tx: Db, { id }: LockedSubscription, keyId: string | null): Promise<void> {
  await tx.query(setPauseEndedStatement, [id, false]);
  await tx.query(recordStatement, [id, await findLinesOfSubscription(tx, id), keyId]);
}

const setPauseEndedStatement = statement('set-pause-ended', 'UPDATE paused_line SET pause_ended = $2 WHERE subscription_id = $1::uuid');

/** Notes of the lines of a pause that it is over, and that they are to be unblocked. */
export async function releasePauseBlocks(tx: Pick<Db, 'query'>, subscriptionId: string): Promise<void> {
  await tx.query(setPauseEndedStatement, [subscriptionId, true]);
}

const deleteStatement = statement('delete-pause-blocks', 'DELETE FROM paused_line WHERE subscription_id = $1::uuid');

/** Leaves the lines that a pause has blocked, or was to block, as they are. */
export async function deletePauseBlocks(tx: Pick<Db, 'query'>, subscriptionId: string): Promise<void> {
  await tx.query(deleteStatement, [subscriptionId]);
}

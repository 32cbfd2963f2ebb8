import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { linesOfSubscription } from '../lines/lines-of-subscription.ts';
import type { HeldSubscription } from './lock-subscription.ts';

/** What waits for an order that is at work may be in service after it. One that is noted still, its former pause has blocked. */
const noteStatement = statement(
  'note-paused-lines',
  `INSERT INTO paused_line (subscription_id, line_id, broker_id, key_id)
   SELECT $1::uuid, w.line_id, w.broker_id, $3::uuid FROM line_work w
   WHERE w.line_id = ANY($2::uuid[]) AND (w.status = 'ACTIVE' OR w.order_at_work IS NOT NULL)
   ON CONFLICT (subscription_id, line_id) DO NOTHING`,
);

/** Notes the lines that a pause is to block: those in service, and those that may come to be by an order at work. */
export async function notePausedLines(tx: Db, { id }: HeldSubscription, keyId: string | null): Promise<void> {
  await tx.query(overStatement, [id, false]);
  await tx.query(noteStatement, [id, await linesOfSubscription(tx, id), keyId]);
}

const overStatement = statement('set-pause-over', 'UPDATE paused_line SET pause_over = $2 WHERE subscription_id = $1::uuid');

/** Notes of the lines of a pause that it is over, and that they are to be unblocked. */
export async function releasePausedLines(tx: Pick<Db, 'query'>, subscriptionId: string): Promise<void> {
  await tx.query(overStatement, [subscriptionId, true]);
}

const forgetStatement = statement('forget-paused-lines', 'DELETE FROM paused_line WHERE subscription_id = $1::uuid');

/** Leaves the lines that a pause has blocked, or was to block, as they are. */
export async function forgetPausedLines(tx: Pick<Db, 'query'>, subscriptionId: string): Promise<void> {
  await tx.query(forgetStatement, [subscriptionId]);
}

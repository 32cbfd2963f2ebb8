import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { findLinesOfSubscription } from '@linework/lines/records/find-lines-of-subscription';
import type { LockedSubscription } from '../lock-subscription.ts';

/**
 * A line with an open order may be in service after it. A row that exists already is a line that a former pause has
 * blocked.
 */
const recordStatement = statement(
  'record-pause-blocks',
  { id: 'uuid', lineIds: 'uuid[]', keyId: 'uuid?' },
  `INSERT INTO paused_line (subscription_id, line_id, broker_id, key_id)
   SELECT :id, w.line_id, w.broker_id, :keyId
   FROM line_open_order w
   WHERE w.line_id = ANY(:lineIds) AND (w.status = 'ACTIVE' OR w.open_order_id IS NOT NULL)
   ON CONFLICT (subscription_id, line_id) DO NOTHING`,
);

/**
 * Records the lines that a pause has to block: those in service, and those with an open order that may put them in
 * service.
 */
export async function recordPauseBlocks(tx: Db, { id }: LockedSubscription, keyId: string | null): Promise<void> {
  await tx.query(setPauseEndedStatement, { subscriptionId: id, pauseEnded: false });
  await tx.query(recordStatement, { id, lineIds: await findLinesOfSubscription(tx, id), keyId });
}

const setPauseEndedStatement = statement(
  'set-pause-ended',
  { subscriptionId: 'uuid', pauseEnded: 'boolean' },
  'UPDATE paused_line SET pause_ended = :pauseEnded WHERE subscription_id = :subscriptionId',
);

/** Records that the pause has ended and that its lines have to be unblocked. */
export async function releasePauseBlocks(tx: Pick<Db, 'query'>, subscriptionId: string): Promise<void> {
  await tx.query(setPauseEndedStatement, { subscriptionId, pauseEnded: true });
}

const deleteStatement = statement(
  'delete-pause-blocks',
  { subscriptionId: 'uuid' },
  'DELETE FROM paused_line WHERE subscription_id = :subscriptionId',
);

/** Deletes the pause blocks of a subscription. Its lines keep their status. */
export async function deletePauseBlocks(tx: Pick<Db, 'query'>, subscriptionId: string): Promise<void> {
  await tx.query(deleteStatement, { subscriptionId });
}

import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { findLinesOfSubscription } from '@linework/lines/records/find-lines-of-subscription';
import { eventType } from '@linework/schemas/events';
import type { LockedSubscription } from '../lock-subscription.ts';

const scheduled = eventType('subscription.scheduled');

const scheduleStatement = statement(
  'schedule-cancel-without-lines',
  { id: 'uuid', at: 'timestamptz' },
  `UPDATE subscription
   SET scheduled_cancel_at = :at, cancel_for_no_line = true, updated_at = now()
   WHERE id = :id AND coalesce(scheduled_cancel_at > :at, true)`,
);

/** Schedules the end of a subscription without lines, unless an earlier end is already scheduled. */
export async function scheduleCancelWithoutLines(
  tx: Pick<Db, 'query'>,
  { id }: LockedSubscription,
  at: Date,
): Promise<void> {
  await tx.query(scheduleStatement, { id, at });
}

const revertStatement = statement(
  'revert-cancel-without-lines',
  { subscriptionId: 'uuid', keyId: 'uuid?' },
  `WITH reverted AS (
    UPDATE subscription
    SET scheduled_cancel_at = NULL, cancel_for_no_line = false, updated_at = now()
    WHERE id = :subscriptionId AND cancel_for_no_line
    RETURNING id, broker_id
  )
  ${insertEvent(scheduled, { key: ':keyId', details: `'{"request": "cancel", "at": null}'` })}
  FROM reverted`,
);

/** Reverts `scheduleCancelWithoutLines`, because the subscription has a line again. */
export async function revertCancelWithoutLines(
  tx: Pick<Db, 'query'>,
  subscriptionId: string,
  keyId: string | null,
): Promise<void> {
  await tx.query(revertStatement, { subscriptionId, keyId });
}

/** Whether a scheduled cancel no longer applies: it was scheduled because no line was left, and there is one again. */
export async function hasLineAgain(
  tx: Pick<Db, 'prisma'>,
  { id, cancelForNoLine }: LockedSubscription,
): Promise<boolean> {
  return cancelForNoLine && (await findLinesOfSubscription(tx, id)).length > 0;
}

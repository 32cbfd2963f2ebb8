import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { conflict, unprocessableRequest } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';

const changed = eventType('line.changed');

const lockStatement = statement(
  'lock-lines-to-subscribe',
  { lineIds: 'uuid[]', brokerId: 'uuid', holderId: 'uuid' },
  `SELECT id
   FROM line
   WHERE id = ANY(:lineIds) AND broker_id = :brokerId AND holder_id = :holderId AND status <> 'TERMINATED'
   ORDER BY id
   FOR UPDATE`,
);

/** Runs after the lock: the locking statement itself would read the subscription from before its wait. */
const readStatement = statement(
  'read-lines-to-subscribe',
  { lineIds: 'uuid[]', subscriptionId: 'uuid' },
  `SELECT l.id
   FROM line l JOIN subscription s ON s.id = l.subscription_id
   WHERE l.id = ANY(:lineIds) AND s.id <> :subscriptionId AND s.status IN ('DRAFT', 'ACTIVE', 'PAUSED')
   ORDER BY l.id
   LIMIT 1`,
);

const subscribeStatement = statement(
  'subscribe-lines',
  { lineIds: 'uuid[]', subscriptionId: 'uuid', keyId: 'uuid' },
  `WITH joined AS (
    UPDATE line
    SET subscription_id = :subscriptionId, updated_at = now()
    WHERE id = ANY(:lineIds) AND subscription_id IS DISTINCT FROM :subscriptionId
    RETURNING id, broker_id
  )
  ${insertEvent(changed, { key: ':keyId', details: `'{"changed": ["subscriptionId"]}'` })}
  FROM joined`,
);

export interface LinesToSubscribe {
  readonly subscriptionId: string;
  readonly brokerId: string;
  readonly holderId: string;
  readonly lineIds: readonly string[];
  readonly keyId: string;
}

/**
 * Adds lines of a holder to a subscription; its own lines stay in it. Raises 422 for a line that is not the holder's or
 * is TERMINATED, and conflict for a line in another open subscription.
 */
export async function subscribeLines(
  tx: Pick<Db, 'query'>,
  { subscriptionId, brokerId, holderId, lineIds, keyId }: LinesToSubscribe,
): Promise<void> {
  const found = await tx.query(lockStatement, { lineIds, brokerId, holderId });
  const unknown = lineIds.filter((lineId) => !found.some(({ id }) => id === lineId));
  if (unknown.length > 0)
    throw unprocessableRequest('The lines are not live lines of the holder.', {
      code: 'unknown-lines',
      lineIds: unknown,
    });
  const [elsewhere] = await tx.query(readStatement, { lineIds, subscriptionId });
  if (elsewhere) throw conflict(`Line ${elsewhere.id} is in another subscription.`, { code: 'line-in-subscription' });
  await tx.query(subscribeStatement, { lineIds, subscriptionId, keyId });
}

const unsubscribeStatement = statement(
  'unsubscribe-line',
  { lineId: 'uuid', subscriptionId: 'uuid', keyId: 'uuid' },
  `WITH unsubscribed AS (
    UPDATE line
    SET subscription_id = NULL, updated_at = now()
    WHERE id = :lineId AND subscription_id = :subscriptionId
    RETURNING id, broker_id
  )
  ${insertEvent(changed, { key: ':keyId', details: `'{"changed": ["subscriptionId"]}'` })}
  FROM unsubscribed
  RETURNING resource_id`,
);

/** Removes a line from its subscription; returns false when it is not in this subscription. */
export async function unsubscribeLine(
  tx: Pick<Db, 'query'>,
  {
    lineId,
    subscriptionId,
    keyId,
  }: { readonly lineId: string; readonly subscriptionId: string; readonly keyId: string },
): Promise<boolean> {
  return (await tx.query(unsubscribeStatement, { lineId, subscriptionId, keyId })).length > 0;
}

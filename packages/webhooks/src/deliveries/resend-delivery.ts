import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import type { WebhookDelivery } from '@linework/schemas/webhooks/webhook-delivery';
import { v7 as newId } from 'uuid';
import { dueNow } from '../due-now.ts';
import { lockEndpoint } from '../endpoints/lock-endpoint.ts';
import { type DeliveryTarget, findDelivery } from './find-delivery.ts';
import { assertOpenLimit } from './open-limit.ts';

/** A resend waits for no pause of the endpoint: someone has just repaired the receiver. */
const resendStatement = statement(
  'resend-webhook-delivery',
  { deliveryId: 'uuid', newId: 'uuid', keyId: 'uuid' },
  `WITH made AS (
    INSERT INTO webhook_delivery (id, endpoint_id, broker_id, event_seq, position, event_type, resource_id, cause,
      cause_id, key_id, status, due_at)
    SELECT :newId, d.endpoint_id, d.broker_id, d.event_seq, d.position, d.event_type, d.resource_id, 'manual', d.id,
      :keyId,
      CASE e.status WHEN 'enabled' THEN 'pending' ELSE 'held' END, CASE e.status WHEN 'enabled' THEN ${dueNow} END
    FROM webhook_delivery d
    JOIN webhook_endpoint e ON e.id = d.endpoint_id
    JOIN event v ON v.seq = d.event_seq
    WHERE d.id = :deliveryId
    RETURNING id, endpoint_id
  ), checked AS (
    UPDATE webhook_endpoint e
    SET next_at = ${dueNow}
    FROM made m
    WHERE e.id = m.endpoint_id AND e.status = 'enabled' AND e.moving IS NULL
  )
  SELECT id FROM made`,
);

/**
 * Sends the event of a delivery again. Raises not-found, 409 when the endpoint has too many open deliveries, and 422
 * for a sample and an event that is no longer kept.
 */
export function resendDelivery(db: Db, { caller, deliveryId }: DeliveryTarget): Promise<WebhookDelivery> {
  return db.transaction(async (tx) => {
    const { endpointId } = await findDelivery(tx, { caller, deliveryId });
    await lockEndpoint(tx, { caller, endpointId });
    await assertOpenLimit(tx, endpointId, 1);
    const [made] = await tx.query(resendStatement, {
      deliveryId,
      newId: newId(),
      keyId: caller.keyId,
    });
    if (!made)
      throw unprocessableRequest('The event of this delivery is not kept, so it cannot be sent again.', {
        code: 'webhook-event-unknown',
      });
    const { calls: _none, ...delivery } = await findDelivery(tx, { caller, deliveryId: made.id });
    return delivery;
  });
}

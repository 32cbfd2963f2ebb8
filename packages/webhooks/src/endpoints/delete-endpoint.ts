import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import { emitEndpointEvent } from './emit-endpoint-event.ts';
import type { EndpointTarget } from './find-endpoint.ts';
import { lockEndpoint } from './lock-endpoint.ts';
import { moveChunk } from './move-deliveries.ts';

const deleteStatement = statement(
  'delete-webhook-endpoint',
  { endpointId: 'uuid' },
  `WITH secrets AS (
    DELETE FROM webhook_secret WHERE endpoint_id = :endpointId
  )
  UPDATE webhook_endpoint
  SET status = 'deleted', disabled_reason = NULL, next_at = NULL, failing_since = NULL, failures = 0, moving = 'end',
    release_from = NULL, updated_at = now()
  WHERE id = :endpointId`,
);

/** Deletes an endpoint with its secrets, and ends its first deliveries. The job ends the others. Raises not-found. */
export async function deleteEndpoint(db: Db, { caller, endpointId }: EndpointTarget): Promise<void> {
  await db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, { caller, endpointId });
    await tx.query(deleteStatement, { endpointId });
    await moveChunk(tx, endpointId, 'end');
    const status = { fromStatus: endpoint.status, toStatus: 'deleted' };
    await emitEndpointEvent(tx, {
      type: eventType('webhook_endpoint.deleted'),
      endpoint,
      by: { keyId: caller.keyId },
      ...status,
    });
  });
}

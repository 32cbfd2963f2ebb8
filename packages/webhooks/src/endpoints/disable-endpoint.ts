import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import { type EndpointEvent, emitEndpointEvent } from './emit-endpoint-event.ts';
import type { LockedEndpoint } from './lock-endpoint.ts';
import { moveChunk } from './move-deliveries.ts';

const disableStatement = statement(
  'disable-webhook-endpoint',
  { endpointId: 'uuid', reason: 'text' },
  `UPDATE webhook_endpoint
   SET status = 'disabled', disabled_reason = :reason, next_at = NULL, moving = 'hold', release_from = NULL,
     updated_at = now()
   WHERE id = :endpointId`,
);

export interface Disabling {
  /** Enabled, and locked by an earlier statement of the transaction. */
  readonly endpoint: Pick<LockedEndpoint, 'id' | 'brokerId'>;
  readonly reason: 'requested' | 'gone' | 'failing' | 'key-ended';
  readonly by: EndpointEvent['by'];
}

/**
 * Disables an endpoint, so that nothing more is sent, and holds its first open deliveries. The job holds the others.
 */
export async function disableLockedEndpoint(tx: Db, { endpoint, reason, by }: Disabling): Promise<void> {
  await tx.query(disableStatement, { endpointId: endpoint.id, reason });
  await moveChunk(tx, endpoint.id, 'hold');
  const status = { fromStatus: 'enabled', toStatus: 'disabled' };
  await emitEndpointEvent(tx, {
    type: eventType('webhook_endpoint.disabled'),
    endpoint,
    by,
    ...status,
    details: { reason },
  });
}

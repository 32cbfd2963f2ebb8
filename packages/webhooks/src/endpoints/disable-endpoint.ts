import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import { type EndpointEvent, emitEndpointEvent } from './emit-endpoint-event.ts';
import type { LockedEndpoint } from './lock-endpoint.ts';

/** Hundreds of thousands of deliveries may wait for a receiver that was away for days. */
export const heldTimeoutMs = 60_000;

/** A call that has begun keeps its delivery; its result decides. */
const disableStatement = statement(
  'disable-webhook-endpoint',
  `WITH held AS (
    UPDATE webhook_delivery
    SET status = 'held', due_at = NULL, updated_at = now()
    WHERE endpoint_id = $1::uuid AND due_at IS NOT NULL AND status <> 'delivering' AND cause <> 'test'
  )
  UPDATE webhook_endpoint
  SET status = 'disabled', disabled_reason = $2, next_at = NULL, updated_at = now()
  WHERE id = $1::uuid`,
  { timeoutMs: heldTimeoutMs },
);

export interface Disabling {
  /** Enabled, and locked by an earlier statement of the transaction. */
  readonly endpoint: Pick<LockedEndpoint, 'id' | 'brokerId'>;
  readonly reason: 'requested' | 'gone' | 'failing' | 'key-ended';
  readonly by: EndpointEvent['by'];
}

/** Disables an endpoint and holds its open deliveries. */
export async function disableLockedEndpoint(tx: Db, { endpoint, reason, by }: Disabling): Promise<void> {
  await tx.query(disableStatement, [endpoint.id, reason]);
  const status = { fromStatus: 'enabled', toStatus: 'disabled' };
  await emitEndpointEvent(tx, { type: eventType('webhook_endpoint.disabled'), endpoint, by, ...status, details: { reason } });
}

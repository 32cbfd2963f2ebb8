import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { disableLockedEndpoint } from '../endpoints/disable-endpoint.ts';

const lockStatement = statement(
  'lock-enabled-webhook-endpoint',
  { endpointId: 'uuid' },
  `SELECT id, broker_id AS "brokerId"
   FROM webhook_endpoint
   WHERE id = :endpointId AND status = 'enabled'
   FOR NO KEY UPDATE`,
);

/** Disables an endpoint whose receiver answered 410. Its deliveries are held. */
export async function disableGoneEndpoint(db: Db, endpointId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [endpoint] = await tx.query(lockStatement, {
      endpointId,
    });
    if (endpoint) await disableLockedEndpoint(tx, { endpoint, reason: 'gone', by: { job: 'deliver-webhooks' } });
  });
}

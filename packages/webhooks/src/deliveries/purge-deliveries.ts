import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/** Open deliveries stay. A held one is as old as its endpoint is disabled; its event is in the feed for longer. */
const purgeStatement = statement(
  'purge-webhook-deliveries',
  { retentionDays: 'int', batchSize: 'bigint' },
  `DELETE FROM webhook_delivery
   WHERE id IN (
     SELECT id
     FROM webhook_delivery
     WHERE created_at <= now() - :retentionDays * interval '1 day' AND due_at IS NULL
     ORDER BY created_at
     LIMIT :batchSize
     FOR UPDATE SKIP LOCKED)
   RETURNING 1`,
);

const purgeSecretsStatement = statement(
  'purge-webhook-secrets',
  'DELETE FROM webhook_secret WHERE expires_at <= now()',
);

const purgeEndpointsStatement = statement(
  'purge-webhook-endpoints',
  { retentionDays: 'int' },
  `DELETE FROM webhook_endpoint e
   WHERE e.status = 'deleted'
     AND e.updated_at <= now() - :retentionDays * interval '1 day'
     AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.id)`,
);

const batchSize = 2_000;
const maxBatches = 20;

/**
 * Deletes deliveries with their attempts after their retention, ended secrets, and deleted endpoints without
 * deliveries. Returns how many deliveries.
 */
export async function purgeDeliveries(
  db: Pick<Db, 'query'>,
  { retentionDays }: { readonly retentionDays: number },
): Promise<number> {
  let count = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const { length } = await db.query(purgeStatement, { retentionDays, batchSize });
    count += length;
    if (length < batchSize) break;
  }
  await db.query(purgeSecretsStatement);
  await db.query(purgeEndpointsStatement, { retentionDays });
  return count;
}

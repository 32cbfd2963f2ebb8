import { statement } from '@linework/db/statement';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

/** An event that an endpoint asked for has a delivery that is delivered, or is held, or has failed with an attempt. */
const missingStatement = statement(
  'campaign-missing-webhooks',
  `SELECT w.id AS "endpointId", b.seq::text AS seq, d.status
   FROM webhook_endpoint w
   JOIN event b ON b.broker_id = w.broker_id AND b.at >= w.created_at
     AND w.types && ARRAY['*', b.type, split_part(b.type, '.', 1) || '.*']
     AND NOT (b.resource_type = 'webhook-endpoint' AND b.resource_id = w.id)
   LEFT JOIN webhook_delivery d ON d.endpoint_id = w.id AND d.event_seq = b.seq AND d.cause = 'event'
   WHERE NOT coalesce(d.status = 'delivered' OR d.status = 'held' OR (d.status = 'failed' AND d.attempts > 0), false)`,
);

const deliveredStatement = statement(
  'campaign-delivered-webhooks',
  `SELECT d.endpoint_id AS "endpointId", e.id AS "eventId"
   FROM webhook_delivery d
   JOIN event e ON e.seq = d.event_seq
   WHERE d.status = 'delivered'`,
).returns<{ readonly endpointId: string; readonly eventId: string }>();

const miscountedStatement = statement(
  'campaign-miscounted-webhooks',
  `SELECT d.id
   FROM webhook_delivery d
   LEFT JOIN webhook_attempt t ON t.delivery_id = d.id
   GROUP BY d.id
   HAVING count(t.number) <> d.attempts OR count(*) FILTER (WHERE t.delivery_id IS NOT NULL AND t.outcome IS NULL) > 0`,
).returns<{ readonly id: string }>();

/**
 * Reports events that an endpoint asked for and that were neither delivered nor held, and deliveries that the receiver
 * never accepted.
 */
export async function checkWebhooks({ db, webhooks }: World, report: CampaignReport): Promise<void> {
  const missing = await db.query(missingStatement);
  if (missing.length > 0)
    report.addViolation(
      `webhooks: ${missing.length} events were neither delivered nor held: ${JSON.stringify(missing.slice(0, 3))}`,
    );
  const { calls } = webhooks.receiver;
  const unverified = calls.filter(({ isVerified }) => !isVerified);
  if (unverified.length > 0)
    report.addViolation(
      `webhooks: ${unverified.length} of ${calls.length} calls had no valid signature: ${unverified[0]?.webhookId}`,
    );
  const accepted = new Set(calls.flatMap(({ isAccepted, webhookId }) => (isAccepted ? [webhookId] : [])));
  const delivered = await db.query(deliveredStatement);
  const unseen = delivered.filter(({ eventId }) => !accepted.has(eventId));
  if (unseen.length > 0)
    report.addViolation(
      `webhooks: ${unseen.length} of ${delivered.length} delivered events were never accepted: ${unseen[0]?.eventId}`,
    );
  if (delivered.length === 0) report.addViolation('webhooks: nothing was delivered, so nothing was checked');
  const miscounted = await db.query(miscountedStatement);
  if (miscounted.length > 0)
    report.addViolation(
      `webhooks: ${miscounted.length} deliveries have other attempts than they count: ${miscounted[0]?.id}`,
    );
}

import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { brokerLimit } from './broker-metrics.ts';
import type { Metrics } from './metrics.ts';

export interface WebhookCount {
  readonly working: number;
  readonly failing: number;
  readonly disabled: number;
  /** Of the deliveries of working endpoints; 0 if none is due. */
  readonly oldestDueSeconds: number;
}

/** The brokers whose oldest due delivery waits for longest. */
const lagsStatement = statement(
  'read-webhook-lags',
  { limit: 'int' },
  `SELECT broker_id AS "brokerId", extract(epoch FROM now() - min(next_at))::float8 AS seconds
   FROM webhook_endpoint
   WHERE status = 'enabled' AND failing_since IS NULL AND next_at <= now() AND broker_id IS NOT NULL
   GROUP BY broker_id
   ORDER BY min(next_at)
   LIMIT :limit`,
);

export type BrokerLag = RowOf<typeof lagsStatement>;

/** Reads how far the webhooks of each broker are behind, of those that are behind most. */
export function readWebhookLags(db: Pick<Db, 'query'>): Promise<readonly BrokerLag[]> {
  return db.query(lagsStatement, { limit: brokerLimit });
}

/** Shows the lags. A broker without a series has no due delivery, or one that is not among the oldest. */
export function setWebhookLags(
  { brokerWebhookOldestDueAge }: Metrics,
  lags: readonly BrokerLag[] | undefined = [],
): void {
  brokerWebhookOldestDueAge.reset();
  for (const { brokerId, seconds } of lags) brokerWebhookOldestDueAge.set({ broker: brokerId }, seconds);
}

/** Reads one row for each endpoint, and the index of due endpoints. */
const countStatement = statement(
  'count-webhooks',
  `SELECT count(*) FILTER (WHERE status = 'enabled' AND failing_since IS NULL)::int AS working,
     count(*) FILTER (WHERE status = 'enabled' AND failing_since IS NOT NULL)::int AS failing,
     count(*) FILTER (WHERE status = 'disabled')::int AS disabled,
     coalesce(greatest(extract(epoch FROM now() - min(next_at) FILTER (WHERE failing_since IS NULL)), 0),
       0)::float8 AS "oldestDueSeconds"
   FROM webhook_endpoint`,
);

/** Counts the webhook endpoints of all brokers by their state. */
export async function countWebhooks(db: Pick<Db, 'query'>): Promise<WebhookCount> {
  const [count] = await db.query(countStatement);
  return count ?? { working: 0, failing: 0, disabled: 0, oldestDueSeconds: 0 };
}

/** Shows the counts. Without them the gauges have no value. */
export function setWebhookMetrics(
  { webhookEndpoints, webhookOldestDueAge }: Metrics,
  count: WebhookCount | undefined,
): void {
  webhookEndpoints.reset();
  webhookOldestDueAge.remove();
  if (count === undefined) return;
  for (const state of ['working', 'failing', 'disabled'] as const) webhookEndpoints.set({ state }, count[state]);
  webhookOldestDueAge.set(count.oldestDueSeconds);
}

import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { Metrics } from './metrics.ts';

export interface WebhookCount {
  readonly working: number;
  readonly failing: number;
  readonly disabled: number;
  /** Of the deliveries of working endpoints; 0 if none is due. */
  readonly oldestDueSeconds: number;
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

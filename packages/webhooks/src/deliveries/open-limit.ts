import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';

/**
 * The deliveries of an endpoint that wait or are held. Events that happen are always added; requests add none beyond
 * this.
 */
const openLimit = 50_000;

/** Counting ends at the limit. */
const countStatement = statement(
  'count-open-webhook-deliveries',
  { endpointId: 'uuid' },
  `WITH open AS (
    SELECT 1
    FROM webhook_delivery
    WHERE endpoint_id = :endpointId AND due_at IS NOT NULL
    ORDER BY resource_id, position
    LIMIT ${openLimit}
  ), held AS (
    SELECT 1
    FROM webhook_delivery
    WHERE endpoint_id = :endpointId AND status = 'held'
    ORDER BY position
    LIMIT ${openLimit}
  )
  SELECT ((SELECT count(*) FROM open) + (SELECT count(*) FROM held))::int AS count`,
);

/** Raises 409 if the endpoint had more open deliveries than allowed after `added` more. */
export async function assertOpenLimit(tx: Pick<Db, 'query'>, endpointId: string, added: number): Promise<void> {
  const [open] = await tx.query(countStatement, { endpointId });
  if ((open?.count ?? 0) + added <= openLimit) return;
  throw conflict(
    `An endpoint has at most ${openLimit} deliveries that wait or are held, and ${added} more would be too many.`,
    {
      code: 'too-many-webhook-deliveries',
    },
  );
}

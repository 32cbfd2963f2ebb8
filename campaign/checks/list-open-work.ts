import { dayInSql } from '@linework/billing/day-in-sql';
import { statement } from '@linework/db/statement';
import { unresolvedStatuses } from '@linework/schemas/lifecycles/order.lifecycle';
import type { World } from '../world/start-world.ts';

const awaitsOperator = (lineId: string) =>
  `EXISTS (
     SELECT
     FROM orders o
     WHERE o.line_id = ${lineId} AND o.status IN (${unresolvedStatuses.map((status) => `'${status}'`).join(', ')})
       AND o.superseded_by IS NULL)`;

/**
 * Work behind a failed order does not count, because it waits for an operator. A port-in on a STAND_BY line waits for
 * an activation. An event that the sequencer has passed over is no work: it never gets a position, and `checkFeed`
 * names it.
 */
const openWorkStatement = statement(
  'campaign-open-work',
  `SELECT kind, count(*)::int AS count FROM (
     SELECT 'order' AS kind FROM orders WHERE is_open
     UNION ALL SELECT 'move-in'
     FROM move_in
     WHERE status IN ('CHECKING', 'COMPARING', 'ADOPTING', 'UNDOING')
     UNION ALL SELECT 'bulk operation' FROM bulk_operation WHERE status IN ('RUNNING', 'CANCELLING')
     UNION ALL SELECT 'payment' FROM payment WHERE status IN ('PENDING', 'AUTHORIZED')
     UNION ALL SELECT 'refund' FROM refund WHERE status = 'PENDING'
     UNION ALL SELECT 'tax receipt' FROM tax_receipt WHERE due_at IS NOT NULL
     UNION ALL SELECT 'due invoice'
     FROM subscription
     WHERE status <> 'PAUSED' AND next_billing_date <= ${dayInSql('now()')}
     UNION ALL SELECT 'line of a pause' FROM paused_line n JOIN subscription s ON s.id = n.subscription_id
       WHERE (CASE WHEN s.status = 'PAUSED' THEN n.block_order_id IS NULL ELSE n.pause_ended END)
         AND NOT ${awaitsOperator('n.line_id')}
     UNION ALL SELECT 'port-in' FROM port_in p WHERE p.due_at IS NOT NULL AND NOT ${awaitsOperator('p.line_id')}
       AND NOT (p.order_id IS NULL AND EXISTS (SELECT FROM line l WHERE l.id = p.line_id AND l.status = 'STAND_BY'))
     UNION ALL SELECT 'webhook delivery' FROM webhook_delivery WHERE due_at IS NOT NULL
     UNION ALL SELECT 'webhook endpoint that lags' FROM webhook_lag
     UNION ALL SELECT 'event before its position'
     FROM event_sequencer q
     WHERE q.newest_seq < (SELECT max(seq) FROM event) OR q.open_transactions <> '{}'
     UNION ALL SELECT 'event before fan-out'
     FROM event_sequencer q
     JOIN webhook_cursor c ON q.newest_position > c.position
     UNION ALL SELECT 'port-out' FROM port_out p WHERE p.due_at IS NOT NULL AND NOT ${awaitsOperator('p.line_id')}
   ) AS work GROUP BY kind ORDER BY kind`,
);

/** Lists the open work by kind with its count. The list is empty when all work has settled. */
export async function listOpenWork({ db }: World): Promise<readonly string[]> {
  const rows = await db.query(openWorkStatement);
  return rows.map(({ kind, count }) => `${kind} ${count}`);
}

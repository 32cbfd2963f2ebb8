import { statement } from '@linework/db/statement';
import type { World } from '../world/start-world.ts';

/** After the last fault no system is unavailable, so no call is awaited for long after its deadline. */
const lateCallsStatement = statement(
  'campaign-late-calls',
  { graceMs: 'int' },
  `SELECT s.order_id AS "orderId", s.code
   FROM order_step s
   JOIN orders o ON o.id = s.order_id
   WHERE o.is_open AND s.awaited_until < now() - :graceMs * interval '1 ms'
   ORDER BY s.awaited_until
   LIMIT 3`,
).returns<{ readonly orderId: string; readonly code: string }>();

const graceMs = 30_000;

/** Lists calls that are still awaited although their deadline has passed by more than workers need to notice it. */
export async function listLateCalls({ db, speed }: World): Promise<readonly string[]> {
  const rows = await db.query(lateCallsStatement, { graceMs: Math.round(speed.limitMs(graceMs)) });
  return rows.map(({ orderId, code }) => `${code} of order ${orderId}`);
}

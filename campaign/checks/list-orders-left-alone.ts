import { statement } from '@linework/db/statement';
import type { World } from '../world/start-world.ts';

/** The campaign places no order for a later time, and no retry waits for as long as an hour. */
const leftAloneStatement = statement(
  'campaign-orders-left-alone',
  `SELECT id
   FROM orders
   WHERE is_open AND next_sweep_at > now() + interval '1 hour'
   ORDER BY next_sweep_at DESC
   LIMIT 3`,
).returns<{ readonly id: string }>();

/** Lists open orders that no worker will look at for so long that they cannot settle in time. */
export async function listOrdersLeftAlone({ db }: Pick<World, 'db'>): Promise<readonly string[]> {
  const rows = await db.query(leftAloneStatement);
  return rows.map(({ id }) => id);
}

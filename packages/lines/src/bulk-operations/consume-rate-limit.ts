import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/**
 * The rate limit is stored as a time up to which orders have been counted; each order moves it on by its share of a
 * second. It never lags by more than half a second, so at most half a second of orders is placed at once after a pause.
 * If another worker has locked the row, this worker places nothing.
 */
const consumeStatement = statement(
  'consume-bulk-rate-limit',
  { perSecond: 'int', limit: 'int' },
  `WITH rate_limit AS (
    SELECT id, greatest(used_until, now() - interval '500 ms') AS since
    FROM bulk_rate_limit
    WHERE EXISTS (SELECT
      FROM bulk_operation b
      WHERE b.status = 'RUNNING'
      AND EXISTS (SELECT FROM bulk_item i WHERE i.bulk_id = b.id AND i.order_id IS NULL AND i.problem IS NULL))
    FOR UPDATE SKIP LOCKED
  ), granted AS (
    SELECT id, since, least(:limit, floor(extract(epoch FROM now() - since) * :perSecond)::int) AS orders
    FROM rate_limit
  )
  UPDATE bulk_rate_limit p
  SET used_until = g.since + g.orders * interval '1 s' / :perSecond
  FROM granted g
  WHERE p.id = g.id AND g.orders > 0
  RETURNING g.orders`,
);

/**
 * How many orders may be placed now, at most `limit`. All workers share one rate limit, and the returned orders count
 * as placed.
 */
export async function consumeRateLimit(db: Pick<Db, 'query'>, perSecond: number, limit: number): Promise<number> {
  const [granted] = await db.query(consumeStatement, { perSecond, limit });
  return granted?.orders ?? 0;
}

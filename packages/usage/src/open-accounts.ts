import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { openNextCycle } from './open-next-cycle.ts';
import { startOfDayInSql } from './start-of-day-in-sql.ts';

/**
 * An account stores the cycle it was last opened for, so that accounts already open need no more than that comparison.
 * A product that was removed and added again gets its new description. Both inserts are sorted, so that two
 * transactions that open the same accounts cannot deadlock. The statement is planned for each execution: a generic plan
 * takes a second for ten thousand lines.
 */
const openStatement = unprepared(
  'open-accounts',
  { lineIds: 'uuid[]' },
  `WITH products AS MATERIALIZED (
    SELECT DISTINCT ON (line_id, product_id) line_id, product_id, broker_id, subscription_product_id, subscription_id,
      cycle, removed_at
    FROM line_product
    WHERE line_id = ANY(:lineIds)
    ORDER BY line_id, product_id, added_at DESC
  ), due AS MATERIALIZED (
    SELECT products.*
    FROM products
    LEFT JOIN usage_account a ON a.line_id = products.line_id AND a.product_id = products.product_id
    WHERE (a.subscription_product_id, a.cycle) IS DISTINCT FROM (products.subscription_product_id, products.cycle)
      -- A line that left its subscription and joined it again. A product that is removed at the end of the cycle is
      -- closed before that.
      OR products.removed_at IS NULL AND NOT upper_inf(a.held)
  ), described AS MATERIALIZED (
    -- LATERAL, row by row: for a join with the view the planner expects almost no rows and scans the whole view for
    -- each of them.
    SELECT due.*, p.product, p.from_cycle, p.cycle_from, p.cycle_until, p.since FROM due, LATERAL (
      SELECT *
        FROM line_product p
        WHERE p.line_id = due.line_id AND p.subscription_product_id = due.subscription_product_id
        OFFSET 0) p
  ), opened AS (
    INSERT INTO usage_account (id, broker_id, line_id, product_id, subscription_product_id, cycle, product, held)
    SELECT gen_random_uuid(), broker_id, line_id, product_id, subscription_product_id, cycle, product,
      tstzmultirange(tstzrange(since, NULL))
    FROM described
    ORDER BY line_id, product_id
    ON CONFLICT (line_id, product_id) DO UPDATE
      SET subscription_product_id = excluded.subscription_product_id, cycle = excluded.cycle,
        product = excluded.product, updated_at = now(),
        held = CASE
          WHEN upper_inf(usage_account.held) THEN usage_account.held
          ELSE usage_account.held + excluded.held
        END
    RETURNING id, line_id, product_id
  )
  INSERT INTO usage_credit (id, account_id, component_id, type, kind, subscription_id, cycle, granted, starts_at,
    due_at)
  SELECT gen_random_uuid(), o.id, (c ->> 'id')::uuid, c ->> 'type', 'RECURRING', d.subscription_id, d.cycle,
    (c ->> 'amount')::bigint,
    greatest(${startOfDayInSql('d.cycle_from')}, d.since), ${startOfDayInSql('d.cycle_until')}
  FROM opened o
  JOIN described d ON d.line_id = o.line_id
    AND d.product_id = o.product_id, jsonb_array_elements(d.product -> 'components') c
  WHERE c ->> 'type' <> 'SERVICE' AND NOT (c ->> 'unlimited')::boolean AND (c ->> 'amount')::bigint > 0
    -- A SPOT product is granted once.
    AND (d.product ->> 'recurrence' = 'RECURRING' OR d.cycle = d.from_cycle)
  ORDER BY o.id
  ON CONFLICT (account_id, component_id, subscription_id, cycle)
  WHERE kind = 'RECURRING' DO UPDATE SET due_at = excluded.due_at`,
);

/**
 * Ensures that these lines have an account for each of their products, with the credits of the current cycle, even if
 * its subscription is late. Every read of a balance and every charge calls this first, so that no job has to run when a
 * cycle begins.
 */
export async function openAccounts(db: Pick<Db, 'query'>, lineIds: readonly string[]): Promise<void> {
  await db.query(openStatement, { lineIds });
  await openNextCycle(db, lineIds);
}

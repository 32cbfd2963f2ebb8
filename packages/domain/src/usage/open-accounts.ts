import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { openNextCycle } from './open-next-cycle.ts';
import { startOfDayInSql } from './start-of-day-in-sql.ts';

/**
 * An account says which cycle it was opened for last: of those that are open already only that is looked at. A product that left and came
 * again is described anew. Both inserts are in an order of their own, so that two that open the same accounts wait for one another and
 * not for each other. Planned for as many lines as there are: one plan for one line and for ten thousand takes a second for these.
 */
const openStatement = unprepared(
  `WITH has AS MATERIALIZED (
    SELECT DISTINCT ON (line_id, product_id) line_id, product_id, broker_id, subscription_product_id, subscription_id, cycle, removed_at FROM line_product
    WHERE line_id = ANY($1::uuid[]) ORDER BY line_id, product_id, added_at DESC
  ), due AS MATERIALIZED (
    SELECT has.* FROM has
    LEFT JOIN usage_account a ON a.line_id = has.line_id AND a.product_id = has.product_id
    WHERE (a.subscription_product_id, a.cycle) IS DISTINCT FROM (has.subscription_product_id, has.cycle)
      -- A line that has left its subscription and come back to it. What is removed with the end of the cycle is closed before that.
      OR has.removed_at IS NULL AND NOT upper_inf(a.held)
  ), described AS MATERIALIZED (
    -- One by one: the planner expects next to nothing of a join with the view, and goes through all of it for each row of the result.
    SELECT due.*, p.product, p.from_cycle, p.cycle_from, p.cycle_until, p.since FROM due, LATERAL (
      SELECT * FROM line_product p WHERE p.line_id = due.line_id AND p.subscription_product_id = due.subscription_product_id OFFSET 0) p
  ), opened AS (
    INSERT INTO usage_account (id, broker_id, line_id, product_id, subscription_product_id, cycle, product, held)
    SELECT gen_random_uuid(), broker_id, line_id, product_id, subscription_product_id, cycle, product, tstzmultirange(tstzrange(since, NULL)) FROM described
    ORDER BY line_id, product_id
    ON CONFLICT (line_id, product_id) DO UPDATE
      SET subscription_product_id = excluded.subscription_product_id, cycle = excluded.cycle, product = excluded.product, updated_at = now(),
        held = CASE WHEN upper_inf(usage_account.held) THEN usage_account.held ELSE usage_account.held + excluded.held END
    RETURNING id, line_id, product_id
  )
  INSERT INTO usage_credit (id, account_id, component_id, type, kind, subscription_id, cycle, granted, starts_at, due_at)
  SELECT gen_random_uuid(), o.id, (c ->> 'id')::uuid, c ->> 'type', 'RECURRING', d.subscription_id, d.cycle, (c ->> 'amount')::bigint,
    greatest(${startOfDayInSql('d.cycle_from')}, d.since), ${startOfDayInSql('d.cycle_until')}
  FROM opened o JOIN described d ON d.line_id = o.line_id AND d.product_id = o.product_id, jsonb_array_elements(d.product -> 'components') c
  WHERE c ->> 'type' <> 'SERVICE' AND NOT (c ->> 'unlimited')::boolean AND (c ->> 'amount')::bigint > 0
    -- What is paid once is granted once.
    AND (d.product ->> 'recurrence' = 'RECURRING' OR d.cycle = d.from_cycle)
  ORDER BY o.id
  ON CONFLICT (account_id, component_id, subscription_id, cycle) WHERE kind = 'RECURRING' DO UPDATE SET due_at = excluded.due_at`,
);

/**
 * Sees to it that these lines have an account for each of their products, and in it the credits of the cycle under way, from its
 * first instant to its last, also of one that its subscription is late for. Whoever looks at a balance or draws on it calls this first;
 * nothing has to happen when a cycle begins.
 */
export async function openAccounts(db: Pick<Db, 'query'>, lineIds: readonly string[]): Promise<void> {
  await db.query(openStatement, [lineIds]);
  await openNextCycle(db, lineIds);
}

import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const startOfDay = (day: string) => `(${day}::timestamp AT TIME ZONE 'America/Sao_Paulo')`;

/**
 * A product that left and came again is described anew. Both inserts are in an order of their own, so that two that open the same
 * accounts wait for one another and not for each other. Of what is there already nothing is written.
 */
const openStatement = statement(
  'open-usage-accounts',
  `WITH has AS (
    SELECT DISTINCT ON (line_id, product_id) * FROM line_product WHERE line_id = ANY($1::uuid[]) ORDER BY line_id, product_id, added_at DESC
  ), known AS (
    SELECT a.id, h.line_id, h.product_id FROM has h
    JOIN usage_account a ON a.line_id = h.line_id AND a.product_id = h.product_id AND a.subscription_product_id = h.subscription_product_id
  ), opened AS (
    INSERT INTO usage_account (id, broker_id, line_id, product_id, subscription_product_id, product)
    SELECT gen_random_uuid(), broker_id, line_id, product_id, subscription_product_id, product FROM has h
    WHERE NOT EXISTS (SELECT FROM known k WHERE k.line_id = h.line_id AND k.product_id = h.product_id)
    ORDER BY line_id, product_id
    ON CONFLICT (line_id, product_id) DO UPDATE
      SET subscription_product_id = excluded.subscription_product_id, product = excluded.product, updated_at = now()
    RETURNING id, line_id, product_id
  ), granted AS (
    SELECT account.id AS account_id, h.subscription_id, h.cycle, h.cycle_from, h.cycle_until,
      (c ->> 'id')::uuid AS component_id, c ->> 'type' AS type, (c ->> 'amount')::bigint AS amount
    FROM (SELECT * FROM known UNION ALL SELECT * FROM opened) account
    JOIN has h ON h.line_id = account.line_id AND h.product_id = account.product_id, jsonb_array_elements(h.product -> 'components') c
    WHERE c ->> 'type' <> 'SERVICE' AND NOT (c ->> 'unlimited')::boolean AND (c ->> 'amount')::bigint > 0
      -- What is paid once is granted once.
      AND (h.product ->> 'recurrence' = 'RECURRING' OR h.cycle = h.from_cycle)
  )
  INSERT INTO usage_credit (id, account_id, component_id, type, kind, subscription_id, cycle, granted, starts_at, due_at)
  SELECT gen_random_uuid(), account_id, component_id, type, 'RECURRING', subscription_id, cycle, amount,
    ${startOfDay('cycle_from')}, ${startOfDay('cycle_until')}
  FROM granted g
  WHERE NOT EXISTS (SELECT FROM usage_credit c WHERE c.kind = 'RECURRING' AND c.account_id = g.account_id AND c.component_id = g.component_id
    AND c.subscription_id = g.subscription_id AND c.cycle = g.cycle)
  ORDER BY account_id, component_id
  ON CONFLICT (account_id, component_id, subscription_id, cycle) WHERE kind = 'RECURRING' DO NOTHING`,
);

/**
 * Sees to it that these lines have an account for each of their products, and in it the credits of the cycle under way, from its
 * first instant to its last. Whoever looks at a balance or draws on it calls this first; nothing has to happen when a cycle begins.
 */
export async function openAccounts(db: Pick<Db, 'query'>, lineIds: readonly string[]): Promise<void> {
  await db.query(openStatement, [lineIds]);
}

import { calculateCycle, findCycleNumber } from '@linework/billing/cycle';
import { dayInSql } from '@linework/billing/day-in-sql';
import type { Db } from '@linework/db/db';
import { isRetryable } from '@linework/db/errors';
import { statement, unprepared } from '@linework/db/statement';
import type { BillingFrequency } from '@linework/schemas/subscriptions/billing-cycle';
import { startOfDayInSql } from './start-of-day-in-sql.ts';

/** Subscriptions of these lines whose cycle is over and that do not end with it. An ACTIVE one has its days. */
const findStatement = unprepared(
  'find-next-cycles',
  { lineIds: 'uuid[]' },
  `SELECT DISTINCT s.id, s.frequency, s.custom_period_days AS "customPeriodDays", s.anchor_day::text AS "anchorDay",
     ${dayInSql('s.activated_at')}::text AS "startDay", ${dayInSql('now()')}::text AS today
   FROM line l JOIN subscription s ON s.id = l.subscription_id
   WHERE l.id = ANY(:lineIds) AND s.status = 'ACTIVE' AND s.cycle_until <= ${dayInSql('now()')}
     AND coalesce(${dayInSql('least(s.end_date, s.scheduled_cancel_at)')} > s.cycle_until, true)`,
).returns<{ readonly frequency: BillingFrequency; readonly anchorDay: string; readonly startDay: string }>();

/**
 * A former holder of the line may have had the credit of this cycle in an account of the same product: a line that goes
 * to another holder and comes back gets nothing twice. OFFSET 0 keeps it a question for each row.
 */
const notGrantedBeforeSql = (subscriptionId: string, cycle: string, product: string) => `NOT EXISTS (
    SELECT
    FROM usage_account f JOIN usage_credit g ON g.account_id = f.id
    WHERE f.line_id = ${product}.line_id AND f.product_id = ${product}.product_id AND f.former_holder_id IS NOT NULL
      AND g.component_id = (c ->> 'id')::uuid AND g.subscription_id = ${subscriptionId} AND g.cycle = ${cycle}
    OFFSET 0)`;

/**
 * The credits get the number of the coming cycle, so that nothing is granted twice once that cycle has begun. A line
 * that came since the cycle began brings none for the time of its former holder.
 */
const grantStatement = unprepared(
  'grant-next-cycle',
  { lineIds: 'uuid[]', ids: 'uuid[]', cycles: 'int[]', starts: 'date[]', ends: 'date[]' },
  `INSERT INTO usage_credit (id, account_id, component_id, type, kind, subscription_id, cycle, granted, starts_at,
     due_at)
   SELECT gen_random_uuid(), a.id, (c ->> 'id')::uuid, c ->> 'type', 'RECURRING', n.id, n.cycle,
     (c ->> 'amount')::bigint,
     greatest(${startOfDayInSql('n.starts')}, lower(a.held)), ${startOfDayInSql('n.ends')}
   FROM unnest(:ids, :cycles, :starts, :ends) AS n(id, cycle, starts, ends)
   JOIN subscription_product p ON p.subscription_id = n.id AND coalesce(p.until_cycle > n.cycle, true)
   JOIN usage_account a ON a.subscription_product_id = p.id
     AND a.line_id = ANY(:lineIds) AND a.former_holder_id IS NULL, jsonb_array_elements(p.content -> 'components') c
   WHERE c ->> 'type' <> 'SERVICE' AND NOT (c ->> 'unlimited')::boolean AND (c ->> 'amount')::bigint > 0
     AND p.content ->> 'recurrence' = 'RECURRING'
    AND ${notGrantedBeforeSql('n.id', 'n.cycle', 'a')}
   ORDER BY a.id, c ->> 'id'
   ON CONFLICT (account_id, component_id, subscription_id, cycle) WHERE kind = 'RECURRING' DO NOTHING`,
);

/**
 * Grants the credits of today's cycle to these lines if their subscription is still in an earlier one. A cycle begins
 * with its invoice, which may be some time after midnight. The accounts must be open.
 */
async function openNextCycle(db: Pick<Db, 'query'>, lineIds: readonly string[]): Promise<void> {
  const overdue = await db.query(findStatement, { lineIds });
  if (overdue.length === 0) return;
  const next = overdue.map(({ id, today, ...pattern }) => {
    const cycle = findCycleNumber(pattern, today);
    return { id, cycle, ...calculateCycle(pattern, cycle) };
  });
  await db.query(grantStatement, {
    lineIds,
    ids: next.map(({ id }) => id),
    cycles: next.map(({ cycle }) => cycle),
    starts: next.map(({ from }) => from),
    ends: next.map(({ until }) => until),
  });
}

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
      AND a.former_holder_id IS NULL
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
    ON CONFLICT (line_id, product_id) WHERE former_holder_id IS NULL DO UPDATE
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
    -- A line that came after the end of a cycle has no credits of it.
    AND ${startOfDayInSql('d.cycle_until')} > d.since
    AND ${notGrantedBeforeSql('d.subscription_id', 'd.cycle', 'o')}
  ORDER BY o.id
  ON CONFLICT (account_id, component_id, subscription_id, cycle)
  WHERE kind = 'RECURRING' DO UPDATE SET due_at = excluded.due_at`,
);

/**
 * The lines that may have something to open: a product without an account for the current cycle, or a cycle that is
 * over. It reads four indexes for a line and describes nothing, because nearly always there is nothing to open.
 */
const dueStatement = statement(
  'find-accounts-to-open',
  { lineIds: 'uuid[]' },
  `SELECT DISTINCT l.id
   FROM line l
   JOIN subscription s ON s.id = l.subscription_id AND s.status = 'ACTIVE'
   JOIN subscription_product p ON p.subscription_id = s.id
     AND p.from_cycle <= s.cycle
     AND coalesce(p.until_cycle > s.cycle, true)
   LEFT JOIN usage_account a ON a.line_id = l.id AND a.product_id = p.product_id AND a.former_holder_id IS NULL
   WHERE l.id = ANY(:lineIds)
     AND (a.cycle IS DISTINCT FROM s.cycle
       OR a.subscription_product_id IS DISTINCT FROM p.id
       OR p.removed_at IS NULL AND NOT upper_inf(a.held)
       OR s.cycle_until <= ${dayInSql('now()')})`,
);

/** Inside a transaction, whoever began it repeats it. */
type OpenDb = Pick<Db, 'query'> & Partial<Pick<Db, 'isTransaction'>>;

/**
 * Ensures that these lines have an account for each of their products, with the credits of the current cycle, even if
 * its subscription is late. Every read of a balance and every charge calls this first, so that no job has to run when a
 * cycle begins. It begins again when a line has left its subscription since it was read.
 */
export async function openAccounts(db: OpenDb, lineIds: readonly string[]): Promise<void> {
  const due = (await db.query(dueStatement, { lineIds })).map(({ id }) => id);
  if (due.length === 0) return;
  try {
    await db.query(openStatement, { lineIds: due });
  } catch (error) {
    if (db.isTransaction !== false || !isRetryable(error)) throw error;
    return openAccounts(db, due);
  }
  await openNextCycle(db, due);
}

import { calculateCycle, findCycleNumber } from '@linework/billing/cycle';
import { dayInSql } from '@linework/billing/day-in-sql';
import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
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

/** The credits get the number of the coming cycle, so that nothing is granted twice once that cycle has begun. */
const grantStatement = unprepared(
  'grant-next-cycle',
  { lineIds: 'uuid[]', ids: 'uuid[]', cycles: 'int[]', starts: 'date[]', ends: 'date[]' },
  `INSERT INTO usage_credit (id, account_id, component_id, type, kind, subscription_id, cycle, granted, starts_at,
     due_at)
   SELECT gen_random_uuid(), a.id, (c ->> 'id')::uuid, c ->> 'type', 'RECURRING', n.id, n.cycle,
     (c ->> 'amount')::bigint,
     ${startOfDayInSql('n.starts')}, ${startOfDayInSql('n.ends')}
   FROM unnest(:ids, :cycles, :starts, :ends) AS n(id, cycle, starts, ends)
   JOIN subscription_product p ON p.subscription_id = n.id AND coalesce(p.until_cycle > n.cycle, true)
   JOIN usage_account a ON a.subscription_product_id = p.id
     AND a.line_id = ANY(:lineIds), jsonb_array_elements(p.content -> 'components') c
   WHERE c ->> 'type' <> 'SERVICE' AND NOT (c ->> 'unlimited')::boolean AND (c ->> 'amount')::bigint > 0
     AND p.content ->> 'recurrence' = 'RECURRING'
   ORDER BY a.id, c ->> 'id'
   ON CONFLICT (account_id, component_id, subscription_id, cycle) WHERE kind = 'RECURRING' DO NOTHING`,
);

/**
 * Grants the credits of today's cycle to these lines if their subscription is still in an earlier one. A cycle begins
 * with its invoice, which may be some time after midnight. The accounts must be open.
 */
export async function openNextCycle(db: Pick<Db, 'query'>, lineIds: readonly string[]): Promise<void> {
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

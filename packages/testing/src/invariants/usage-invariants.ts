import { lateLimitDays } from '@linework/schemas/usage/usage-record';
import { timeZone } from '@linework/schemas/values/time-zone';
import type { Invariant } from './invariant.ts';

const oldestDay = `((now() AT TIME ZONE '${timeZone}')::date - ${lateLimitDays})`;

const usedCreditsMatchDays: Invariant = {
  number: 18,
  description: 'the used credits and the overage equal the usage of all days',
  violations: `
    WITH used_credits AS (
      SELECT account_id, component_id, sum(used) AS used
      FROM usage_credit
      GROUP BY account_id, component_id),
    days AS (
      SELECT account_id, component_id, sum(amount) AS amount, sum(overage) AS overage
      FROM usage_day
      GROUP BY account_id, component_id),
    -- What was used in another system has no days here. The line was adopted with its first account of the product.
    adopted AS (
      SELECT a.id AS account_id, (r.data ->> 'componentId')::uuid AS component_id,
        sum((r.data ->> 'used')::numeric) AS elsewhere
      FROM move_in_row r
      JOIN move_in_row l ON l.move_in_id = r.move_in_id AND l.kind = 'lines' AND l.legacy_id = r.parent
      JOIN LATERAL (
        SELECT id
        FROM usage_account
        WHERE line_id = l.record_id AND product_id = (r.data ->> 'productId')::uuid
        ORDER BY created_at
        LIMIT 1) a ON true
      WHERE r.kind = 'balances' AND r.state = 'adopted'
      GROUP BY 1, 2),
    unlimited AS (SELECT a.id AS account_id, (c ->> 'id')::uuid AS component_id
      FROM usage_account a, jsonb_array_elements(a.product -> 'components') c
      WHERE (c ->> 'unlimited')::boolean)
    SELECT account_id, component_id, used, amount, overage
    FROM used_credits
    FULL JOIN days USING (account_id, component_id)
    LEFT JOIN adopted USING (account_id, component_id)
    WHERE coalesce(used, 0) - coalesce(elsewhere, 0) <> coalesce(amount - overage, 0) AND NOT EXISTS (
      SELECT
      FROM unlimited u
      WHERE u.account_id = coalesce(used_credits.account_id, days.account_id)
        AND u.component_id = coalesce(used_credits.component_id, days.component_id))`,
};

/** Only for days whose records all exist: older records may have been deleted one by one. */
const recordsMatchDays: Invariant = {
  number: 18,
  description: 'the counted records of a line equal the sum of the days without deleted records',
  violations: `
    WITH counted AS (SELECT line_id, sum(counted) AS amount
      FROM usage_record
      WHERE (used_at AT TIME ZONE '${timeZone}')::date > ${oldestDay}
      GROUP BY line_id
      HAVING sum(counted) > 0),
    days AS (SELECT a.line_id, sum(d.amount) AS amount
      FROM usage_day d JOIN usage_account a ON a.id = d.account_id
      WHERE d.day > ${oldestDay}
      GROUP BY a.line_id)
    SELECT line_id, counted.amount AS counted, days.amount AS on_days
    FROM counted FULL JOIN days USING (line_id)
    WHERE counted.amount IS DISTINCT FROM days.amount`,
};

const usageMatchesBrokerOfLine: Invariant = {
  number: 16,
  description: 'a record of usage and an account belong to the broker of their line',
  violations: `
    SELECT r.record_id AS id, r.broker_id, l.broker_id AS of_line
    FROM usage_record r LEFT JOIN line l ON l.id = r.line_id
    WHERE l.broker_id IS DISTINCT FROM r.broker_id
    UNION ALL SELECT a.id::text, a.broker_id, l.broker_id
    FROM usage_account a
    JOIN line l ON l.id = a.line_id
    WHERE l.broker_id <> a.broker_id`,
};

export const usageInvariants: readonly Invariant[] = [usedCreditsMatchDays, recordsMatchDays, usageMatchesBrokerOfLine];

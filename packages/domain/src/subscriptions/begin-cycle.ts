import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { EventType } from '@linework/schemas/events';

const renewed: EventType = 'subscription.renewed';

/**
 * The first invoice of a PREPAID one is made in its first cycle, which began with the activation; then only the billing date moves
 * on. One that ended while nobody made invoices goes through the cycles that it had.
 */
const beginStatement = statement(
  'begin-cycle',
  `WITH former AS (SELECT id, cycle FROM subscription WHERE id = $1::uuid), moved AS (
    UPDATE subscription s SET cycle = $2::int, cycle_from = $3::date, cycle_until = $4::date, next_billing_date = $5::date, updated_at = now()
    FROM former f WHERE s.id = f.id AND s.status <> 'PAUSED' AND (s.cycle < $2::int OR s.cycle = $2::int AND s.next_billing_date < $5::date)
    RETURNING s.id, s.broker_id, f.cycle AS former, s.cycle
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, details)
    SELECT broker_id, '${renewed}', 'subscription', id, jsonb_build_object('cycle', cycle) FROM moved WHERE cycle > former
  ), counted AS (
    UPDATE subscription_discount d SET consumed_cycles = d.consumed_cycles + (d.id = ANY($6::uuid[]))::int,
      elapsed_cycles = least(greatest(m.cycle - d.from_cycle, 0), coalesce(d.duration_in_cycles, m.cycle))
    FROM moved m JOIN subscription_product p ON p.subscription_id = m.id WHERE d.subscription_product_id = p.id
  )
  SELECT cycle FROM moved`,
);

export interface NewCycle {
  readonly subscriptionId: string;
  readonly cycle: number;
  /** YYYY-MM-DD; `until` is not part of it. */
  readonly from: string;
  readonly until: string;
  readonly nextBillingDate: string;
  /** The discounts, by their ids in the subscription, that the invoice just made has given. */
  readonly consumed: readonly string[];
}

/** Lets a subscription go on to a cycle, or its billing date within one, and counts its discounts. Raises when it was there already. */
export async function beginCycle(tx: Pick<Db, 'query'>, { subscriptionId, cycle, from, until, nextBillingDate, consumed }: NewCycle): Promise<void> {
  const rows = await tx.query(beginStatement, [subscriptionId, cycle, from, until, nextBillingDate, consumed]);
  if (rows.length === 0) throw new Error(`subscription ${subscriptionId} has cycle ${cycle} already`);
}

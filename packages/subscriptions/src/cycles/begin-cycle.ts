import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { eventType } from '@linework/schemas/events';

const renewed = eventType('subscription.renewed');

/**
 * The first cycle of a PREPAID subscription began with its activation, so its first invoice only moves the billing
 * date. A subscription that ended while no invoices were made still passes through all its cycles.
 */
const beginStatement = statement(
  'begin-cycle',
  { subscriptionId: 'uuid', cycle: 'int', from: 'date', until: 'date', nextBillingDate: 'date', consumed: 'uuid[]' },
  `WITH previous AS (SELECT id, cycle FROM subscription WHERE id = :subscriptionId), moved AS (
    UPDATE subscription s
    SET cycle = :cycle, cycle_from = :from, cycle_until = :until, next_billing_date = :nextBillingDate,
      updated_at = now()
    FROM previous p
    WHERE s.id = p.id AND s.status <> 'PAUSED'
      AND (s.cycle < :cycle OR s.cycle = :cycle AND s.next_billing_date < :nextBillingDate)
    RETURNING s.id, s.broker_id, p.cycle AS previous_cycle, s.cycle
  ), emitted AS (
    ${insertEvent(renewed, { details: "jsonb_build_object('cycle', cycle)" })}
    FROM moved
    WHERE cycle > previous_cycle
  ), counted AS (
    UPDATE subscription_discount d
    SET consumed_cycles = d.consumed_cycles + (d.id = ANY(:consumed))::int,
      elapsed_cycles = least(greatest(m.cycle - d.from_cycle, 0), coalesce(d.duration_in_cycles, m.cycle))
    FROM moved m JOIN subscription_product p ON p.subscription_id = m.id
    WHERE d.subscription_product_id = p.id
  )
  SELECT cycle FROM moved`,
);

export interface NewCycle {
  readonly subscriptionId: string;
  readonly cycle: number;
  /** YYYY-MM-DD; `until` is exclusive. */
  readonly from: string;
  readonly until: string;
  readonly nextBillingDate: string;
  /** Ids of the subscription's discounts that were applied to the invoice just made. */
  readonly consumed: readonly string[];
}

/**
 * Moves a subscription to a cycle, or its billing date within one, and counts its discounts. Throws if it is already
 * there.
 */
export async function beginCycle(
  tx: Pick<Db, 'query'>,
  { subscriptionId, cycle, from, until, nextBillingDate, consumed }: NewCycle,
): Promise<void> {
  const rows = await tx.query(beginStatement, { subscriptionId, cycle, from, until, nextBillingDate, consumed });
  if (rows.length === 0) throw new Error(`subscription ${subscriptionId} is already in cycle ${cycle}`);
}

import type { DayRange } from '@linework/billing/count-service-days';
import { dayInSql } from '@linework/billing/day-in-sql';
import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import type { CatalogProduct } from '@linework/schemas/catalog/product';
import type { SubscriptionStatus } from '@linework/schemas/lifecycles/subscription.lifecycle';
import type { BillingFrequency } from '@linework/schemas/subscriptions/billing-cycle';
import { type BilledCharge, type BilledProduct, loadBillingItems } from './load-billing-items.ts';

/** A subscription with an invoice due. Days are YYYY-MM-DD in the time zone of São Paulo. */
export interface BillableSubscription {
  readonly id: string;
  readonly brokerId: string;
  readonly customerId: string;
  /** Not ACTIVE if the subscription has ended and its last days are not invoiced yet. */
  readonly status: SubscriptionStatus;
  readonly billingType: CatalogProduct['billingType'];
  readonly frequency: BillingFrequency;
  readonly customPeriodDays: number | null;
  readonly anchorDay: string;
  /** The current cycle, its first day, and the first day of the next one. */
  readonly cycle: number;
  readonly cycleFrom: string;
  readonly cycleUntil: string;
  readonly nextBillingDate: string;
  /** Whether the current cycle has an invoice, valid or VOID. */
  readonly isInvoiced: boolean;
  readonly prorateFirstInvoice: boolean;
  readonly invoiceApprovalRequired: boolean;
  readonly activatedOn: string;
  /**
   * The day on which it ended or its term ends; null for never. A scheduled cancel counts only once it is done, because
   * it may be reverted.
   */
  readonly endDay: string | null;
  /** The days on which it was paused. */
  readonly pauses: readonly DayRange[];
  readonly products: readonly BilledProduct[];
  /** The charges that are not on an invoice yet. */
  readonly charges: readonly BilledCharge[];
}

export type { BilledProduct };

/**
 * A subscription whose scheduled time has passed is moved first, because that decides whether another cycle begins. The
 * same applies if its end is scheduled for later on its billing day.
 */
const lockStatement = unprepared(
  'lock-billable-subscriptions',
  { today: 'date', limit: 'bigint', excludedIds: 'uuid[]' },
  `SELECT s.id, s.broker_id AS "brokerId", s.customer_id AS "customerId", s.status, s.billing_type AS "billingType",
     s.frequency,
    s.custom_period_days AS "customPeriodDays", s.anchor_day::text AS "anchorDay", s.cycle,
      s.cycle_from::text AS "cycleFrom",
    s.cycle_until::text AS "cycleUntil", s.next_billing_date::text AS "nextBillingDate",
      s.prorate_first_invoice AS "prorateFirstInvoice",
    s.invoice_approval_required AS "invoiceApprovalRequired", ${dayInSql('s.activated_at')}::text AS "activatedOn",
      ${dayInSql('coalesce(s.ended_at, s.end_date)')}::text AS "endDay",
    EXISTS (SELECT FROM invoice i WHERE i.subscription_id = s.id AND i.cycle = s.cycle) AS "isInvoiced"
  FROM subscription s
  WHERE s.status <> 'PAUSED' AND s.next_billing_date <= :today AND coalesce(s.due_at > now(), true)
    AND NOT (s.status = 'ACTIVE'
      AND coalesce(${dayInSql('least(s.end_date, s.scheduled_cancel_at)')} <= s.next_billing_date, false))
    AND s.id <> ALL (:excludedIds)
  ORDER BY s.next_billing_date, s.id
  LIMIT :limit
  FOR UPDATE SKIP LOCKED`,
).returns<{
  readonly billingType: CatalogProduct['billingType'];
  readonly frequency: BillingFrequency;
  readonly anchorDay: string;
  readonly cycleFrom: string;
  readonly cycleUntil: string;
  readonly activatedOn: string;
}>();

/**
 * Locks at most `limit` subscriptions with an invoice due by `today`, the longest overdue first, until the end of the
 * transaction. Subscriptions that another transaction has locked are skipped. A late subscription is due again at once
 * after each cycle, so an outage is caught up cycle by cycle. `excludedIds` are not touched.
 */
export async function lockBillableSubscriptions(
  tx: Pick<Db, 'query'>,
  {
    today,
    limit,
    excludedIds = [],
  }: { readonly today: string; readonly limit: number; readonly excludedIds?: readonly string[] },
): Promise<readonly BillableSubscription[]> {
  const locked = await tx.query(lockStatement, {
    today,
    limit,
    excludedIds,
  });
  if (locked.length === 0) return [];
  // A separate statement after the lock, so that it sees what the previous owner of the lock committed.
  const itemsOfSubscription = await loadBillingItems(
    tx,
    locked.map(({ id }) => id),
  );
  return locked.map((subscription) => ({ ...subscription, ...itemsOfSubscription(subscription.id) }));
}

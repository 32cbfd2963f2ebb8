import { dayInSql } from '@linework/billing/day-in-sql';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { LastLinePolicy } from '@linework/schemas/catalog/offer-version';
import type { SubscriptionStatus } from '@linework/schemas/lifecycles/subscription.lifecycle';
import type { BillingFrequency } from '@linework/schemas/subscriptions/billing-cycle';
import type { ChangesBehavior } from '@linework/schemas/subscriptions/subscription';
import { type SubscriptionTarget, subscriptionNotFound } from './find-subscription.ts';

/** A subscription that is locked until the end of the transaction. Days are YYYY-MM-DD. */
export interface LockedSubscription {
  readonly id: string;
  readonly brokerId: string;
  readonly customerId: string;
  readonly status: SubscriptionStatus;
  readonly frequency: BillingFrequency;
  readonly billingType: 'PREPAID' | 'POSTPAID';
  readonly customPeriodDays: number | null;
  readonly billingDay: number | null;
  readonly changesBehavior: ChangesBehavior;
  readonly prorateFirstInvoice: boolean;
  readonly offerVersionId: string;
  readonly trialEndBehavior: string | null;
  readonly trialEndsAt: Date | null;
  readonly anchorDay: string | null;
  readonly activatedOn: string | null;
  readonly cycle: number;
  readonly cycleFrom: string | null;
  readonly cycleUntil: string | null;
  readonly nextBillingDate: string | null;
  /** The day on which its term ends; null where it has none. */
  readonly endDay: string | null;
  readonly onLastLineEnded: LastLinePolicy;
  /** Whether its cancel is scheduled because its last line ended. */
  readonly cancelForNoLine: boolean;
  /** The earlier of the end of its term and its scheduled cancel; null if neither is set. */
  readonly endsAt: Date | null;
  /** The time of the database. */
  readonly now: Date;
}

/** The columns of a LockedSubscription; the table alias is `s`. */
export const lockedColumns = `s.id, s.broker_id AS "brokerId", s.customer_id AS "customerId", s.status, s.frequency,
  s.billing_type AS "billingType", s.custom_period_days AS "customPeriodDays", s.billing_day AS "billingDay",
  s.changes_behavior AS "changesBehavior", s.prorate_first_invoice AS "prorateFirstInvoice",
  s.offer_version_id AS "offerVersionId", s.trial_end_behavior AS "trialEndBehavior",
  s.trial_ends_at AS "trialEndsAt", s.anchor_day::text AS "anchorDay",
  ${dayInSql('s.activated_at')}::text AS "activatedOn", s.cycle, s.cycle_from::text AS "cycleFrom",
  s.cycle_until::text AS "cycleUntil", s.next_billing_date::text AS "nextBillingDate",
  ${dayInSql('s.end_date')}::text AS "endDay", least(s.end_date, s.scheduled_cancel_at) AS "endsAt",
  s.on_last_line_ended AS "onLastLineEnded", s.cancel_for_no_line AS "cancelForNoLine", clock_timestamp() AS now`;

const lockStatement = statement(
  'lock-subscription',
  { subscriptionId: 'uuid', brokerId: 'uuid?' },
  `SELECT ${lockedColumns}
   FROM subscription s
   WHERE s.id = :subscriptionId AND (:brokerId IS NULL OR s.broker_id = :brokerId)
   FOR UPDATE`,
).returns<Pick<LockedSubscription, 'frequency' | 'billingType' | 'changesBehavior'>>();

/**
 * Locks a subscription until the end of the transaction. Raises not-found when it does not exist or belongs to another
 * broker.
 */
export async function lockSubscription(
  tx: Pick<Db, 'query'>,
  { caller, subscriptionId }: SubscriptionTarget,
): Promise<LockedSubscription> {
  const [locked] = await tx.query(lockStatement, { subscriptionId, brokerId: caller.brokerId });
  if (!locked) throw subscriptionNotFound(subscriptionId);
  return locked;
}

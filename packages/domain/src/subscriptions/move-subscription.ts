import type { Db } from '@linework/db/db';
import { type Statement, statement } from '@linework/db/statement';
import { subscriptionStatusEvents } from '@linework/schemas/events';
import type { JobName } from '@linework/schemas/jobs';
import type { SubscriptionStatus } from '@linework/schemas/subscriptions/subscription.lifecycle';
import { dayInSql } from '../billing/day-in-sql.ts';
import type { LockedSubscription } from './lock-subscription.ts';

/** When a move counts from, which is earlier than now where a clock was late, and who asked for it. */
export interface MoveCause {
  readonly at: Date;
  /** Null where its time had come. */
  readonly keyId: string | null;
  /** The job that moves it, where it is not `move-due-subscriptions`. */
  readonly job?: JobName;
}

/**
 * A statement that moves a subscription, with its event. Its first values are the id, the status it was found in, the time that
 * the move counts from, who asked, and the job; `set` may use more.
 */
function buildMoveStatement(name: string, to: SubscriptionStatus, set: string): Statement {
  return statement(
    name,
    `WITH moved AS (
      UPDATE subscription SET status = '${to}', ${set}, attempt = 0, not_before = NULL, updated_at = now()
      WHERE id = $1::uuid AND status = $2 AND $3::timestamptz IS NOT NULL RETURNING id, broker_id
    )
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, job)
    SELECT broker_id, '${subscriptionStatusEvents[to]}', 'subscription', id, $2, '${to}', $4::uuid, $5::text FROM moved RETURNING resource_id`,
  );
}

const activateStatement = buildMoveStatement(
  'activate-subscription',
  'ACTIVE',
  `activated_at = $3::timestamptz, anchor_day = $6::date, cycle = 1, cycle_from = $7::date, cycle_until = $8::date, next_billing_date = $9::date`,
);
const pauseStatement = buildMoveStatement('pause-subscription', 'PAUSED', 'last_paused_at = $3::timestamptz, scheduled_pause_at = NULL');
const resumeStatement = buildMoveStatement('resume-subscription', 'ACTIVE', 'last_resumed_at = $3::timestamptz');
/**
 * What was given since the last invoice is still to be invoiced, from the end on: of one that is paid afterwards the last cycle, up to
 * this day; of one that is paid in advance only what changes of products brought, and an invoice that is late.
 */
const nextBillingDateAfterEnd = `next_billing_date = CASE
    WHEN next_billing_date IS NULL OR next_billing_date <= ${dayInSql('now()')} THEN next_billing_date
    WHEN billing_type = 'POSTPAID' THEN least(next_billing_date, greatest(cycle_from, ${dayInSql('$3::timestamptz')}))
    WHEN (SELECT sum(c.amount) FROM subscription_charge c WHERE c.subscription_id = subscription.id AND c.invoice_id IS NULL) > 0 THEN ${dayInSql('now()')} END`;
const cancelStatement = buildMoveStatement('cancel-subscription', 'CANCELLED', `ended_at = $3::timestamptz, ${nextBillingDateAfterEnd}`);
const expireStatement = buildMoveStatement('expire-subscription', 'EXPIRED', `ended_at = $3::timestamptz, ${nextBillingDateAfterEnd}`);

export interface FirstCycle {
  readonly anchorDay: string;
  readonly from: string;
  readonly until: string;
  readonly nextBillingDate: string;
}

type Move = (tx: Pick<Db, 'query'>, locked: LockedSubscription, cause: MoveCause) => Promise<void>;

export const recordActivation = (tx: Pick<Db, 'query'>, locked: LockedSubscription, cause: MoveCause, firstCycle: FirstCycle) =>
  runMove(tx, activateStatement, [locked, cause], [firstCycle.anchorDay, firstCycle.from, firstCycle.until, firstCycle.nextBillingDate]);
export const recordPause: Move = (tx, locked, cause) => runMove(tx, pauseStatement, [locked, cause]);
export const recordResume: Move = (tx, locked, cause) => runMove(tx, resumeStatement, [locked, cause]);
export const recordCancel: Move = (tx, locked, cause) => runMove(tx, cancelStatement, [locked, cause]);
export const recordExpiry: Move = (tx, locked, cause) => runMove(tx, expireStatement, [locked, cause]);

async function runMove(
  tx: Pick<Db, 'query'>,
  move: Statement,
  [{ id, status }, { at, keyId, job }]: readonly [LockedSubscription, MoveCause],
  extraValues: readonly unknown[] = [],
) {
  const moved = await tx.query(move, [id, status, at, keyId, job, ...extraValues]);
  if (moved.length === 0) throw new Error(`subscription ${id} moved on although it was held`);
}

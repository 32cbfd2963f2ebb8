import { dayInSql } from '@linework/billing/day-in-sql';
import type { Db } from '@linework/db/db';
import { type Statement, statement } from '@linework/db/statement';
import { subscriptionStatusEvents } from '@linework/schemas/events';
import type { JobName } from '@linework/schemas/jobs';
import type { SubscriptionStatus } from '@linework/schemas/lifecycles/subscription.lifecycle';
import type { LockedSubscription } from './lock-subscription.ts';

/** The time and the author of a status change. The time is earlier than now if the job ran late. */
export interface MoveCause {
  readonly at: Date;
  /** Null for a scheduled change. */
  readonly keyId: string | null;
  /** The job that makes the change, if it is not `move-due-subscriptions`. */
  readonly job?: JobName;
}

/**
 * Builds a statement that changes the status of a subscription and inserts the event. Its first parameters are the id, the expected
 * status, the effective time, the key id and the job; `set` may use more.
 */
function buildMoveStatement(name: string, to: SubscriptionStatus, set: string): Statement {
  return statement(
    name,
    `WITH moved AS (
      UPDATE subscription
      SET status = '${to}', ${set}, attempt = 0, not_before = NULL, updated_at = now()
      WHERE id = $1::uuid AND status = $2 AND $3::timestamptz IS NOT NULL
      RETURNING id, broker_id
    )
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, job)
    SELECT broker_id, '${subscriptionStatusEvents[to]}', 'subscription', id, $2, '${to}', $4::uuid, $5::text
    FROM moved
    RETURNING resource_id`,
  );
}

const activateStatement = buildMoveStatement(
  'activate-subscription',
  'ACTIVE',
  `activated_at = $3::timestamptz, anchor_day = $6::date, cycle = 1, cycle_from = $7::date, cycle_until = $8::date, next_billing_date = $9::date`,
);
const pauseStatement = buildMoveStatement(
  'pause-subscription',
  'PAUSED',
  'last_paused_at = $3::timestamptz, scheduled_pause_at = NULL',
);
const resumeStatement = buildMoveStatement('resume-subscription', 'ACTIVE', 'last_resumed_at = $3::timestamptz');
/**
 * Days since the last invoice still have to be invoiced after the end. POSTPAID: the last cycle up to the end day. PREPAID: only charges
 * from product changes, and an invoice that is late.
 */
const nextBillingDateAfterEnd = `next_billing_date = CASE
    WHEN next_billing_date IS NULL OR next_billing_date <= ${dayInSql('now()')} THEN next_billing_date
    WHEN billing_type = 'POSTPAID' THEN least(next_billing_date, greatest(cycle_from, ${dayInSql('$3::timestamptz')}))
    WHEN (SELECT sum(c.amount) FROM subscription_charge c WHERE c.subscription_id = subscription.id AND c.invoice_id IS NULL) > 0 THEN ${dayInSql('now()')} END`;
const cancelStatement = buildMoveStatement(
  'cancel-subscription',
  'CANCELLED',
  `ended_at = $3::timestamptz, ${nextBillingDateAfterEnd}`,
);
const expireStatement = buildMoveStatement(
  'expire-subscription',
  'EXPIRED',
  `ended_at = $3::timestamptz, ${nextBillingDateAfterEnd}`,
);

export interface FirstCycle {
  readonly anchorDay: string;
  readonly from: string;
  readonly until: string;
  readonly nextBillingDate: string;
}

type Move = (tx: Pick<Db, 'query'>, locked: LockedSubscription, cause: MoveCause) => Promise<void>;

export const recordActivation = (
  tx: Pick<Db, 'query'>,
  locked: LockedSubscription,
  cause: MoveCause,
  firstCycle: FirstCycle,
) =>
  runMove(
    tx,
    activateStatement,
    [locked, cause],
    [firstCycle.anchorDay, firstCycle.from, firstCycle.until, firstCycle.nextBillingDate],
  );
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
  if (moved.length === 0) throw new Error(`subscription ${id} changed although it was locked`);
}

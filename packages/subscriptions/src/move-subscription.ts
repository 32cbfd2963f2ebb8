import { dayInSql } from '@linework/billing/day-in-sql';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
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

const moveTypes = { id: 'uuid', status: 'text', at: 'timestamptz', keyId: 'uuid?', job: 'text?' } as const;

/** Changes the status of a subscription from the expected one and inserts the event. `set` may use more values. */
const buildMove = (to: SubscriptionStatus, set: string) =>
  `WITH moved AS (
      UPDATE subscription
      SET status = '${to}', ${set}, attempt = 0, not_before = NULL, updated_at = now()
      WHERE id = :id AND status = :status AND :at IS NOT NULL
      RETURNING id, broker_id
    )
    ${insertMove('subscription', { fromColumn: ':status', to, key: ':keyId', job: ':job' })}
    FROM moved
    RETURNING resource_id`;

const activateStatement = statement(
  'activate-subscription',
  { ...moveTypes, anchorDay: 'date', from: 'date', until: 'date', nextBillingDate: 'date' },
  buildMove(
    'ACTIVE',
    `activated_at = :at, anchor_day = :anchorDay, cycle = 1, cycle_from = :from, cycle_until = :until,
        next_billing_date = :nextBillingDate`,
  ),
);
const pauseStatement = statement(
  'pause-subscription',
  moveTypes,
  buildMove('PAUSED', 'last_paused_at = :at, scheduled_pause_at = NULL'),
);
const resumeStatement = statement('resume-subscription', moveTypes, buildMove('ACTIVE', 'last_resumed_at = :at'));

/**
 * Days since the last invoice still have to be invoiced after the end. POSTPAID: the last cycle up to the end day.
 * PREPAID: only charges from product changes, and an invoice that is late.
 */
const nextBillingDateAfterEnd = `next_billing_date = CASE
    WHEN next_billing_date IS NULL OR next_billing_date <= ${dayInSql('now()')} THEN next_billing_date
    WHEN billing_type = 'POSTPAID' THEN least(next_billing_date, greatest(cycle_from, ${dayInSql(':at')}))
    WHEN (
      SELECT sum(c.amount)
      FROM subscription_charge c
      WHERE c.subscription_id = subscription.id AND c.invoice_id IS NULL) > 0 THEN ${dayInSql('now()')} END`;
const cancelStatement = statement(
  'cancel-subscription',
  moveTypes,
  buildMove('CANCELLED', `ended_at = :at, ${nextBillingDateAfterEnd}`),
);
const expireStatement = statement(
  'expire-subscription',
  moveTypes,
  buildMove('EXPIRED', `ended_at = :at, ${nextBillingDateAfterEnd}`),
);

export interface FirstCycle {
  readonly anchorDay: string;
  readonly from: string;
  readonly until: string;
  readonly nextBillingDate: string;
}

type Move = (tx: Pick<Db, 'query'>, locked: LockedSubscription, cause: MoveCause) => Promise<void>;

export async function recordActivation(
  tx: Pick<Db, 'query'>,
  locked: LockedSubscription,
  cause: MoveCause,
  firstCycle: FirstCycle,
): Promise<void> {
  assertMoved(locked, await tx.query(activateStatement, { ...toValues(locked, cause), ...firstCycle }));
}
export const recordPause: Move = (tx, locked, cause) => runMove(tx, pauseStatement, [locked, cause]);
export const recordResume: Move = (tx, locked, cause) => runMove(tx, resumeStatement, [locked, cause]);
export const recordCancel: Move = (tx, locked, cause) => runMove(tx, cancelStatement, [locked, cause]);
export const recordExpiry: Move = (tx, locked, cause) => runMove(tx, expireStatement, [locked, cause]);

async function runMove(
  tx: Pick<Db, 'query'>,
  move: typeof pauseStatement,
  [locked, cause]: readonly [LockedSubscription, MoveCause],
): Promise<void> {
  assertMoved(locked, await tx.query(move, toValues(locked, cause)));
}

const toValues = ({ id, status }: LockedSubscription, { at, keyId, job }: MoveCause) => ({
  id,
  status,
  at,
  keyId,
  job,
});

function assertMoved({ id }: LockedSubscription, moved: readonly unknown[]): void {
  if (moved.length === 0) throw new Error(`subscription ${id} changed although it was locked`);
}

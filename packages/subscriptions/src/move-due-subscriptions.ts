import type { Db } from '@linework/db/db';
import { type RowOf, statement, unprepared } from '@linework/db/statement';
import type { PlaceDeps } from '@linework/engine/commands/place-order';
import type { Log } from '@linework/log/log';
import { beginSubscription } from './activate-subscription.ts';
import { endSubscription } from './cancel-subscription.ts';
import { hasLineAgain, revertCancelWithoutLines } from './lines/cancel-without-lines.ts';
import { type LockedSubscription, lockedColumns } from './lock-subscription.ts';
import { beginPause } from './pauses/pause-subscription.ts';
import { type ScheduledAction, scheduledChanges } from './scheduled-changes.ts';

/** The changes with the times of the subscription `s`. */
const timedChanges = scheduledChanges.map(
  ({ action, column, statuses }, n) =>
    `(${n}, '${action}', s.${column}, ARRAY[${statuses.map((status) => `'${status}'`).join(', ')}])`,
);

const isDueSql = 's.due_at <= now() AND coalesce(s.not_before <= now(), true)';

/** In SQL: true if a change of a subscription is due. */
export const anySubscriptionIsDue = `(SELECT true FROM subscription s WHERE ${isDueSql} ORDER BY s.due_at LIMIT 1)`;

/**
 * Selects the next due time and its action. An action that was due before the activation happens at the activation. The
 * subscription is locked before its action is chosen, so that the action follows from the times that it has when the
 * lock is granted.
 */
const lockDueStatement = unprepared(
  'lock-due-subscriptions',
  `WITH locked AS (
     SELECT s.*
     FROM subscription s
     WHERE ${isDueSql}
     ORDER BY s.due_at, s.id
     LIMIT 1
     FOR UPDATE SKIP LOCKED
   )
   SELECT ${lockedColumns}, greatest(s.due_at, s.activated_at) AS "dueAt", change.action
   FROM locked s CROSS JOIN LATERAL (
     SELECT action
     FROM (VALUES ${timedChanges.join(', ')}) AS timed(place, action, at, statuses)
     WHERE at = s.due_at AND s.status = ANY(statuses)
     ORDER BY place
     LIMIT 1
   ) change`,
).returns<
  Pick<LockedSubscription, 'frequency' | 'billingType' | 'changesBehavior'> & { readonly action: ScheduledAction }
>();

const postponeStatement = statement(
  'postpone-subscription',
  { subscriptionId: 'uuid' },
  `UPDATE subscription
   SET attempt = attempt + 1, not_before = now() + least(power(2, attempt), 3600) * interval '1 s'
   WHERE id = :subscriptionId
   RETURNING attempt`,
);

type DueSubscription = RowOf<typeof lockDueStatement>;

export interface MoveDeps extends PlaceDeps {
  readonly log: Log;
}

/**
 * Makes the status changes that are due by the database's time: ends of trials, pauses and ends of subscriptions. If
 * several times of a subscription have passed, each change is made in order with its own time. A subscription that
 * fails is postponed and logged once, and does not delay the others. Returns the number of changes.
 */
export async function moveDueSubscriptions(deps: MoveDeps): Promise<number> {
  for (let moved = 0; ; moved += 1) if (!(await moveNext(deps))) return moved;
}

async function moveNext({ db, notify, log }: MoveDeps): Promise<boolean> {
  let due: DueSubscription | undefined;
  try {
    await db.transaction(async (tx) => {
      due = undefined;
      [due] = await tx.query(lockDueStatement);
      if (due) await move({ db: tx, notify }, due);
    });
  } catch (error) {
    if (!due) throw error;
    await postponeSubscription(db, due.id, { log, error });
  }
  return due !== undefined;
}

async function move(deps: PlaceDeps, due: DueSubscription): Promise<void> {
  const cause = { at: due.dueAt, keyId: null };
  if (due.action === 'pause') return beginPause(deps, due, cause);
  if (due.action === 'end-trial' && due.trialEndBehavior === 'AUTO_ACTIVATE')
    return beginSubscription(deps.db, due, cause);
  if (due.action === 'cancel' && (await hasLineAgain(deps.db, due)))
    return revertCancelWithoutLines(deps.db, due.id, null);
  return endSubscription(deps.db, due, due.action === 'expire' ? 'expire' : 'cancel', cause);
}

async function postponeSubscription(
  db: Db,
  subscriptionId: string,
  { log, error }: { readonly log: Log; readonly error: unknown },
): Promise<void> {
  const [postponed] = await db.query(postponeStatement, { subscriptionId });
  if (postponed?.attempt === 1)
    log.error({ err: error, subscriptionId }, 'a scheduled change of a subscription failed; the job retries it');
}

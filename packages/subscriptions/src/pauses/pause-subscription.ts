import type { PlaceDeps } from '@linework/engine/commands/place-order';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { openAccountsOfSubscription } from '@linework/usage/close-accounts';
import { findSubscription, type SubscriptionTarget } from '../find-subscription.ts';
import { invalidSubscriptionTransition } from '../invalid-subscription-transition.ts';
import { type LockedSubscription, lockSubscription } from '../lock-subscription.ts';
import { type MoveCause, recordPause } from '../move-subscription.ts';
import { rejectLongPast } from '../reject-past-times.ts';
import { isLater, type Plan, schedulePause } from '../schedule.ts';
import { blockPausedLines } from './block-paused-lines.ts';
import { deleteSettledPauseBlocks } from './pause-blocks.ts';
import { recordPauseStart } from './pauses.ts';
import { recordPauseBlocks } from './record-pause-blocks.ts';
import { tryNowOrDefer } from './try-now-or-defer.ts';

/**
 * Pauses a subscription now and opens block orders for its ACTIVE lines, or schedules the pause. Raises not-found,
 * invalid-status-transition when it is not ACTIVE (or DRAFT for a scheduled pause), and 422 for a time too far in the
 * past or after its end.
 */
export function pauseSubscription({ db, notify }: PlaceDeps, target: SubscriptionTarget & Plan): Promise<Subscription> {
  const { at, caller } = target;
  return db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, target);
    const planned = at === null || isLater(at, locked.now);
    if (locked.status !== 'ACTIVE' && !(planned && locked.status === 'DRAFT'))
      throw invalidSubscriptionTransition(locked, 'pause');
    if (at) {
      rejectLongPast(at, locked.now);
      rejectTimeAfterEnd(at, locked);
    }
    if (planned) await schedulePause(tx, locked, { at: at ?? null, keyId: caller.keyId });
    else await beginPause({ db: tx, notify }, locked, { at: locked.now, keyId: caller.keyId });
    return findSubscription(tx, target);
  });
}

/**
 * Moves an ACTIVE subscription to PAUSED, records pause blocks for its lines, and blocks those that can be blocked now.
 */
export async function beginPause(
  { db: tx, notify }: PlaceDeps,
  locked: LockedSubscription,
  cause: MoveCause,
): Promise<void> {
  // Pause blocks of a former pause are cleaned up first, so that a line whose block order failed gets a new one.
  await deleteSettledPauseBlocks(tx, locked.id);
  // Accounts are opened before the pause, so that usage from before it, reported later, finds its balance.
  await openAccountsOfSubscription(tx, { subscriptionId: locked.id });
  await recordPause(tx, locked, cause);
  await recordPauseStart(tx, locked, cause.at);
  await recordPauseBlocks(tx, locked, cause.keyId);
  await tryNowOrDefer({ db: tx, notify }, blockPausedLines, locked.id);
}

/** Raises 422 for a time after the end of the subscription's term or after its scheduled cancel. */
function rejectTimeAfterEnd(at: Date, { endsAt }: LockedSubscription): void {
  if (endsAt === null || at <= endsAt) return;
  throw unprocessableRequest('The subscription will have ended by then.', {
    code: 'ended-by-then',
    endsAt: endsAt.toISOString(),
    members: ['at'],
  });
}

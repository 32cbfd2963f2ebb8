import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import type { PlaceDeps } from '../orders/place-order.ts';
import { openAccountsOfSubscription } from '../usage/close-accounts.ts';
import { blockPausedLines } from './block-paused-lines.ts';
import { findSubscription, type SubscriptionTarget } from './find-subscription.ts';
import { invalidSubscriptionTransition } from './invalid-subscription-transition.ts';
import { type LockedSubscription, lockSubscription } from './lock-subscription.ts';
import { type MoveCause, recordPause } from './move-subscription.ts';
import { deleteSettledPauseBlocks } from './pause-blocks.ts';
import { recordPauseStart } from './pauses.ts';
import { recordPauseBlocks } from './record-pause-blocks.ts';
import { rejectLongPast } from './reject-past-times.ts';
import { rejectTimeAfterEnd } from './reject-time-after-end.ts';
import { isLater, type Plan, schedulePause } from './schedule.ts';
import { tryNowOrDefer } from './try-now-or-defer.ts';

/**
 * Pauses a subscription at once and opens block orders for its ACTIVE lines, or plans the pause. Raises not-found, and
 * invalid-status-transition when it is not ACTIVE; a plan may also be made for a DRAFT. Raises 422 for a time long past, or after its end.
 */
export function pauseSubscription({ db, notify }: PlaceDeps, target: SubscriptionTarget & Plan): Promise<Subscription> {
  const { at, caller } = target;
  return db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, target);
    const planned = at === null || isLater(at, locked.now);
    if (locked.status !== 'ACTIVE' && !(planned && locked.status === 'DRAFT')) throw invalidSubscriptionTransition(locked, 'pause');
    if (at) {
      rejectLongPast(at, locked.now);
      rejectTimeAfterEnd(at, locked);
    }
    if (planned) await schedulePause(tx, locked, { at: at ?? null, keyId: caller.keyId });
    else await beginPause({ db: tx, notify }, locked, { at: locked.now, keyId: caller.keyId });
    return findSubscription(tx, target);
  });
}

/** Moves an ACTIVE subscription to PAUSED, notes its lines, and blocks those that can be blocked now. */
export async function beginPause({ db: tx, notify }: PlaceDeps, locked: LockedSubscription, cause: MoveCause): Promise<void> {
  // First what a former pause has left: a line whose block came to nothing is noted anew.
  await deleteSettledPauseBlocks(tx, locked.id);
  // A pause may last: what its lines used before it finds what they had then.
  await openAccountsOfSubscription(tx, { subscriptionId: locked.id });
  await recordPause(tx, locked, cause);
  await recordPauseStart(tx, locked, cause.at);
  await recordPauseBlocks(tx, locked, cause.keyId);
  await tryNowOrDefer({ db: tx, notify }, blockPausedLines, locked.id);
}

import type { Db } from '@linework/db/db';
import { type SubscriptionStatus, subscriptionLifecycle } from '@linework/schemas/lifecycles/subscription.lifecycle';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { closeAccounts } from '@linework/usage/close-accounts';
import { findSubscription, type SubscriptionTarget } from './find-subscription.ts';
import { invalidSubscriptionTransition } from './invalid-subscription-transition.ts';
import { type LockedSubscription, lockSubscription } from './lock-subscription.ts';
import { type MoveCause, recordCancel, recordExpiry } from './move-subscription.ts';
import { deletePauseBlocks } from './pauses/record-pause-blocks.ts';
import { rejectLongPast } from './reject-past-times.ts';
import { isLater, type Plan, scheduleCancel } from './schedule.ts';

const sources: readonly SubscriptionStatus[] = subscriptionLifecycle.getSources('cancel');

/**
 * Ends a subscription now or schedules its end. Its lines keep their status. Raises not-found,
 * invalid-status-transition when it has ended, and 422 for a time too far in the past.
 */
export function cancelSubscription(db: Db, target: SubscriptionTarget & Plan): Promise<Subscription> {
  const { at, caller } = target;
  return db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, target);
    if (!sources.includes(locked.status)) throw invalidSubscriptionTransition(locked, 'cancel');
    if (at) rejectLongPast(at, locked.now);
    if (at === null || isLater(at, locked.now))
      await scheduleCancel(tx, locked, { at: at ?? null, keyId: caller.keyId });
    else await endSubscription(tx, locked, 'cancel', { at: locked.now, keyId: caller.keyId });
    return findSubscription(tx, target);
  });
}

/**
 * Moves a subscription to CANCELLED or EXPIRED and closes the accounts of its lines. Lines that its pause has blocked
 * stay blocked until a client unblocks them.
 */
export async function endSubscription(
  tx: Db,
  locked: LockedSubscription,
  transition: 'cancel' | 'expire',
  cause: MoveCause,
): Promise<void> {
  await closeAccounts(tx, { subscriptionId: locked.id, at: cause.at });
  await (transition === 'cancel' ? recordCancel : recordExpiry)(tx, locked, cause);
  await deletePauseBlocks(tx, locked.id);
}

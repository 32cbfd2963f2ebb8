import type { PlaceDeps } from '@linework/engine/commands/place-order';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { findSubscription, type SubscriptionTarget } from '../find-subscription.ts';
import { invalidSubscriptionTransition } from '../invalid-subscription-transition.ts';
import { lockSubscription } from '../lock-subscription.ts';
import { recordResume } from '../move-subscription.ts';
import { unblockResumedLines } from './block-paused-lines.ts';
import { recordPauseEnd } from './pauses.ts';
import { releasePauseBlocks } from './record-pause-blocks.ts';
import { tryNowOrDefer } from './try-now-or-defer.ts';

/**
 * Makes a PAUSED subscription ACTIVE again and unblocks the lines that its pause blocked. Raises not-found and
 * invalid-status-transition.
 */
export function resumeSubscription({ db, notify }: PlaceDeps, target: SubscriptionTarget): Promise<Subscription> {
  return db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, target);
    if (locked.status !== 'PAUSED') throw invalidSubscriptionTransition(locked, 'resume');
    await recordResume(tx, locked, { at: locked.now, keyId: target.caller.keyId });
    await recordPauseEnd(tx, locked, locked.now);
    await releasePauseBlocks(tx, locked.id);
    await tryNowOrDefer({ db: tx, notify }, unblockResumedLines, locked.id);
    return findSubscription(tx, target);
  });
}

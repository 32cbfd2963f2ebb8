import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import type { PlaceDeps } from '../orders/place-order.ts';
import { findSubscription, type SubscriptionAsked } from './find-subscription.ts';
import { lockSubscription } from './lock-subscription.ts';
import { recordResume } from './move-subscription.ts';
import { releasePausedLines } from './note-paused-lines.ts';
import { orLeaveToClock } from './or-leave-to-clock.ts';
import { unblockResumedLines } from './paused-lines.ts';
import { notePauseOver } from './pauses.ts';
import { refusedRequest } from './refuse-request.ts';

/** Makes a PAUSED subscription ACTIVE again, and unblocks what its pause blocked. Raises not-found, and invalid-status-transition. */
export function resumeSubscription({ db, ring }: PlaceDeps, asked: SubscriptionAsked): Promise<Subscription> {
  return db.transaction(async (tx) => {
    const held = await lockSubscription(tx, asked);
    if (held.status !== 'PAUSED') throw refusedRequest(held, 'resume');
    await recordResume(tx, held, { at: held.now, keyId: asked.caller.keyId });
    await notePauseOver(tx, held, held.now);
    await releasePausedLines(tx, held.id);
    await orLeaveToClock({ db: tx, ring }, unblockResumedLines, held.id);
    return findSubscription(tx, asked);
  });
}

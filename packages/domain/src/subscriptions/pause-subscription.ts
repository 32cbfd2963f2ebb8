import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import type { PlaceDeps } from '../orders/place-order.ts';
import { openAccountsOf } from '../usage/close-accounts.ts';
import { findSubscription, type SubscriptionAsked } from './find-subscription.ts';
import { type HeldSubscription, lockSubscription } from './lock-subscription.ts';
import { type MoveBy, recordPause } from './move-subscription.ts';
import { notePausedLines } from './note-paused-lines.ts';
import { forgetSettledLines } from './noted-lines.ts';
import { orLeaveToClock } from './or-leave-to-clock.ts';
import { blockPausedLines } from './paused-lines.ts';
import { notePause } from './pauses.ts';
import { refuseBeyondEnd } from './refuse-beyond-end.ts';
import { refuseLongPast } from './refuse-past-times.ts';
import { refusedRequest } from './refuse-request.ts';
import { isLater, type Plan, schedulePause } from './schedule.ts';

/**
 * Pauses a subscription at once and opens block orders for its ACTIVE lines, or plans the pause. Raises not-found, and
 * invalid-status-transition when it is not ACTIVE; a plan may also be made for a DRAFT. Raises 422 for a time long past, or after its end.
 */
export function pauseSubscription({ db, ring }: PlaceDeps, asked: SubscriptionAsked & Plan): Promise<Subscription> {
  const { at, caller } = asked;
  return db.transaction(async (tx) => {
    const held = await lockSubscription(tx, asked);
    const planned = at === null || isLater(at, held.now);
    if (held.status !== 'ACTIVE' && !(planned && held.status === 'DRAFT')) throw refusedRequest(held, 'pause');
    if (at) {
      refuseLongPast(at, held.now);
      refuseBeyondEnd(at, held);
    }
    if (planned) await schedulePause(tx, held, { at: at ?? null, keyId: caller.keyId });
    else await beginPause({ db: tx, ring }, held, { at: held.now, keyId: caller.keyId });
    return findSubscription(tx, asked);
  });
}

/** Moves an ACTIVE subscription to PAUSED, notes its lines, and blocks those that can be blocked now. */
export async function beginPause({ db: tx, ring }: PlaceDeps, held: HeldSubscription, by: MoveBy): Promise<void> {
  // First what a former pause has left: a line whose block came to nothing is noted anew.
  await forgetSettledLines(tx, held.id);
  // A pause may last: what its lines used before it finds what they had then.
  await openAccountsOf(tx, { subscriptionId: held.id });
  await recordPause(tx, held, by);
  await notePause(tx, held, by.at);
  await notePausedLines(tx, held, by.keyId);
  await orLeaveToClock({ db: tx, ring }, blockPausedLines, held.id);
}

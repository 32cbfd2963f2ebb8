import type { Db } from '@linework/db/db';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { type SubscriptionStatus, subscriptionLifecycle } from '@linework/schemas/subscriptions/subscription.lifecycle';
import { closeAccounts } from '../usage/close-accounts.ts';
import { findSubscription, type SubscriptionAsked } from './find-subscription.ts';
import { type HeldSubscription, lockSubscription } from './lock-subscription.ts';
import { type MoveBy, recordCancel, recordExpiry } from './move-subscription.ts';
import { forgetPausedLines } from './note-paused-lines.ts';
import { refuseLongPast } from './refuse-past-times.ts';
import { refusedRequest } from './refuse-request.ts';
import { isLater, type Plan, scheduleCancel } from './schedule.ts';

const sources: readonly SubscriptionStatus[] = subscriptionLifecycle.sourcesOf('cancel');

/** Ends a subscription at once, or plans its end. Its lines stay as they are. Raises not-found, invalid-status-transition when it has ended, and 422 for a time long past. */
export function cancelSubscription(db: Db, asked: SubscriptionAsked & Plan): Promise<Subscription> {
  const { at, caller } = asked;
  return db.transaction(async (tx) => {
    const held = await lockSubscription(tx, asked);
    if (!sources.includes(held.status)) throw refusedRequest(held, 'cancel');
    if (at) refuseLongPast(at, held.now);
    if (at === null || isLater(at, held.now)) await scheduleCancel(tx, held, { at: at ?? null, keyId: caller.keyId });
    else await endSubscription(tx, held, 'cancel', { at: held.now, keyId: caller.keyId });
    return findSubscription(tx, asked);
  });
}

/** Moves a subscription to CANCELLED or EXPIRED, and its lines' allowances end with it. What its pause has blocked is nobody's to unblock from then on. */
export async function endSubscription(tx: Db, held: HeldSubscription, how: 'cancel' | 'expire', by: MoveBy): Promise<void> {
  await closeAccounts(tx, { subscriptionId: held.id, at: by.at });
  await (how === 'cancel' ? recordCancel : recordExpiry)(tx, held, by);
  await forgetPausedLines(tx, held.id);
}

import type { Db } from '@linework/db/db';
import { subscribeLines, unsubscribeLine } from '@linework/lines/records/subscribe-lines';
import { notFound } from '@linework/problem-details/make-problem';
import { subscriptionLifecycle } from '@linework/schemas/lifecycles/subscription.lifecycle';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { closeAccounts } from '@linework/usage/close-accounts';
import { findSubscription, type SubscriptionTarget } from '../find-subscription.ts';
import { invalidSubscriptionTransition } from '../invalid-subscription-transition.ts';
import { lockSubscription } from '../lock-subscription.ts';
import { deletePauseBlock } from '../pauses/pause-blocks.ts';
import { revertCancelWithoutLines } from './cancel-without-lines.ts';

export interface SubscriptionLineTarget extends SubscriptionTarget {
  readonly lineId: string;
}

/**
 * Adds a line of the holder to a subscription. Raises not-found for the subscription, 422 for the line,
 * invalid-status-transition when the subscription has ended, and conflict when the line is in another subscription.
 */
export function joinLine(db: Db, target: SubscriptionLineTarget): Promise<Subscription> {
  return db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, target);
    if (subscriptionLifecycle.isFinal(locked.status)) throw invalidSubscriptionTransition(locked, 'join a line');
    const { id: subscriptionId, brokerId, customerId: holderId } = locked;
    await subscribeLines(tx, {
      subscriptionId,
      brokerId,
      holderId,
      lineIds: [target.lineId],
      keyId: target.caller.keyId,
    });
    if (locked.cancelForNoLine) await revertCancelWithoutLines(tx, subscriptionId, target.caller.keyId);
    return findSubscription(tx, target);
  });
}

/** Removes a line from its subscription. A line that a pause has blocked stays blocked. Raises not-found. */
export function leaveLine(db: Db, target: SubscriptionLineTarget): Promise<Subscription> {
  const { caller, lineId } = target;
  return db.transaction(async (tx) => {
    const { id: subscriptionId, now } = await lockSubscription(tx, target);
    await closeAccounts(tx, { subscriptionId, lineId, at: now });
    if (!(await unsubscribeLine(tx, { lineId, subscriptionId, keyId: caller.keyId })))
      throw notFound(`The subscription has no line ${lineId}.`);
    await deletePauseBlock(tx, { subscriptionId, lineId });
    return findSubscription(tx, target);
  });
}

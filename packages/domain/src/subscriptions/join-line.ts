import type { Db } from '@linework/db/db';
import { notFound } from '@linework/problem-details/make-problem';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { subscriptionLifecycle } from '@linework/schemas/subscriptions/subscription.lifecycle';
import { subscribeLines, unsubscribeLine } from '../lines/subscribe-lines.ts';
import { closeAccounts } from '../usage/close-accounts.ts';
import { keepSubscription } from './cancel-for-no-line.ts';
import { findSubscription, type SubscriptionAsked } from './find-subscription.ts';
import { lockSubscription } from './lock-subscription.ts';
import { forgetLine } from './noted-lines.ts';
import { refusedRequest } from './refuse-request.ts';

export interface LineAsked extends SubscriptionAsked {
  readonly lineId: string;
}

/**
 * Lets a line of the holder join a subscription that goes on. Raises not-found for the subscription, 422 for the line,
 * invalid-status-transition when the subscription has ended, and conflict when the line is in another one.
 */
export function joinLine(db: Db, asked: LineAsked): Promise<Subscription> {
  return db.transaction(async (tx) => {
    const held = await lockSubscription(tx, asked);
    if (subscriptionLifecycle.isFinal(held.status)) throw refusedRequest(held, 'join a line');
    const { id: subscriptionId, brokerId, customerId: holderId } = held;
    await subscribeLines(tx, { subscriptionId, brokerId, holderId, lineIds: [asked.lineId], keyId: asked.caller.keyId });
    if (held.cancelForNoLine) await keepSubscription(tx, subscriptionId, asked.caller.keyId);
    return findSubscription(tx, asked);
  });
}

/** Lets a line leave its subscription. What a pause has done to it stays. Raises not-found. */
export function leaveLine(db: Db, asked: LineAsked): Promise<Subscription> {
  const { caller, lineId } = asked;
  return db.transaction(async (tx) => {
    const { id: subscriptionId, now } = await lockSubscription(tx, asked);
    await closeAccounts(tx, { subscriptionId, lineId, at: now });
    if (!(await unsubscribeLine(tx, { lineId, subscriptionId, keyId: caller.keyId }))) throw notFound(`The subscription has no line ${lineId}.`);
    await forgetLine(tx, { subscriptionId, lineId });
    return findSubscription(tx, asked);
  });
}

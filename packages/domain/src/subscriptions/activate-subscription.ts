import type { Db } from '@linework/db/db';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { civilDay } from '../billing/civil-day.ts';
import { anchorOn, cycleOf } from '../billing/cycle.ts';
import { findSubscription, type SubscriptionAsked } from './find-subscription.ts';
import { type HeldSubscription, lockSubscription } from './lock-subscription.ts';
import { type MoveBy, recordActivation } from './move-subscription.ts';
import { refusedRequest } from './refuse-request.ts';

/** Begins a subscription, and its first cycle. Raises not-found, and invalid-status-transition when it is not a DRAFT. */
export function activateSubscription(db: Db, asked: SubscriptionAsked): Promise<Subscription> {
  return db.transaction(async (tx) => {
    const held = await lockSubscription(tx, asked);
    if (held.status !== 'DRAFT') throw refusedRequest(held, 'activate');
    await beginSubscription(tx, held, { at: held.now, keyId: asked.caller.keyId });
    return findSubscription(tx, asked);
  });
}

/** Moves a DRAFT to ACTIVE; its cycles are counted from the day that this counts from, or towards its billing day. */
export function beginSubscription(tx: Db, held: HeldSubscription, by: MoveBy): Promise<void> {
  const { frequency, customPeriodDays, billingDay, billingType } = held;
  const startDay = civilDay(by.at);
  const anchorDay = billingDay === null ? startDay : anchorOn(billingDay, { frequency, startDay });
  const { from, until } = cycleOf({ frequency, customPeriodDays, anchorDay, startDay }, 1);
  return recordActivation(tx, held, by, { anchorDay, from, until, nextBillingDate: billingType === 'PREPAID' ? from : until });
}

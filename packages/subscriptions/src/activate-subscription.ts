import { toCivilDay } from '@linework/billing/civil-day';
import { calculateCycle, findAnchorDay } from '@linework/billing/cycle';
import type { Db } from '@linework/db/db';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { findSubscription, type SubscriptionTarget } from './find-subscription.ts';
import { invalidSubscriptionTransition } from './invalid-subscription-transition.ts';
import { type LockedSubscription, lockSubscription } from './lock-subscription.ts';
import { type MoveCause, recordActivation } from './move-subscription.ts';

/**
 * Starts a subscription and its first cycle. Raises not-found, and invalid-status-transition when it is not a DRAFT.
 */
export function activateSubscription(db: Db, target: SubscriptionTarget): Promise<Subscription> {
  return db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, target);
    if (locked.status !== 'DRAFT') throw invalidSubscriptionTransition(locked, 'activate');
    await beginSubscription(tx, locked, { at: locked.now, keyId: target.caller.keyId });
    return findSubscription(tx, target);
  });
}

/**
 * Moves a DRAFT to ACTIVE. Its cycles are counted from the activation day, or towards its billing day if it has one.
 */
export function beginSubscription(tx: Db, locked: LockedSubscription, cause: MoveCause): Promise<void> {
  const { frequency, customPeriodDays, billingDay, billingType } = locked;
  const startDay = toCivilDay(cause.at);
  const anchorDay = billingDay === null ? startDay : findAnchorDay(billingDay, { frequency, startDay });
  const { from, until } = calculateCycle({ frequency, customPeriodDays, anchorDay, startDay }, 1);
  return recordActivation(tx, locked, cause, {
    anchorDay,
    from,
    until,
    nextBillingDate: billingType === 'PREPAID' ? from : until,
  });
}

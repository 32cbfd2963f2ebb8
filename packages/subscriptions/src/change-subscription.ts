import type { Db } from '@linework/db/db';
import { writeEvent } from '@linework/events/insert-event';
import { subscriptionLifecycle } from '@linework/schemas/lifecycles/subscription.lifecycle';
import type { ChangesBehavior, Subscription } from '@linework/schemas/subscriptions/subscription';
import { findSubscription, type SubscriptionTarget } from './find-subscription.ts';
import { invalidSubscriptionTransition } from './invalid-subscription-transition.ts';
import { type LockedSubscription, lockSubscription } from './lock-subscription.ts';
import { rejectDuplicateExternalCode } from './reject-duplicate-external-code.ts';

/** Undefined members stay unchanged. */
export interface SubscriptionChange extends SubscriptionTarget {
  /** Null removes the code. */
  readonly externalCode?: string | null | undefined;
  /** Replaces the whole metadata. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly invoiceApprovalRequired?: boolean | undefined;
  readonly changesBehavior?: ChangesBehavior | undefined;
  readonly prorateFirstInvoice?: boolean | undefined;
}

/**
 * Changes a subscription's terms, its external code and its metadata. Without a change it writes nothing. Raises
 * not-found, conflict when another subscription of the broker has the external code, and invalid-status-transition for
 * terms that can no longer change.
 */
export function changeSubscription(
  db: Db,
  { caller, subscriptionId, ...change }: SubscriptionChange,
): Promise<Subscription> {
  const target = { caller, subscriptionId };
  const changes = Object.entries(change).filter(([, value]) => value !== undefined);
  return db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, target);
    if (changes.length === 0) return findSubscription(tx, target);
    rejectFixedTerms(locked, change);
    const data = { ...Object.fromEntries(changes), updatedAt: locked.now };
    await tx.prisma.subscription
      .update({ where: { id: subscriptionId }, data, select: { id: true } })
      .catch(rejectDuplicateExternalCode);
    await writeEvent(tx, {
      type: 'subscription.changed',
      id: subscriptionId,
      brokerId: locked.brokerId,
      keyId: caller.keyId,
      details: { changed: changes.map(([name]) => name) },
    });
    return findSubscription(tx, target);
  });
}

type Terms = Pick<SubscriptionChange, 'invoiceApprovalRequired' | 'changesBehavior' | 'prorateFirstInvoice'>;

/** An ended subscription has no terms to change. `prorateFirstInvoice` is fixed once the first cycle has begun. */
function rejectFixedTerms(
  locked: LockedSubscription,
  { invoiceApprovalRequired, changesBehavior, prorateFirstInvoice }: Terms,
): void {
  const terms = [invoiceApprovalRequired, changesBehavior, prorateFirstInvoice];
  if (subscriptionLifecycle.isFinal(locked.status) && terms.some((term) => term !== undefined))
    throw invalidSubscriptionTransition(locked, 'change its terms');
  if (locked.status !== 'DRAFT' && prorateFirstInvoice !== undefined)
    throw invalidSubscriptionTransition(locked, 'change its first invoice');
}

import type { Db } from '@linework/db/db';
import { conflict } from '@linework/problem-details/make-problem';
import type { EventType } from '@linework/schemas/events';
import { invalidSubscriptionTransition } from './invalid-subscription-transition.ts';
import type { LockedSubscription } from './lock-subscription.ts';

/** Raises invalid-status-transition unless it is a DRAFT or ACTIVE, and conflict where it was agreed that nothing changes once it has begun. */
export function requireChangeable(locked: LockedSubscription, requested: string): void {
  const { status, changesBehavior } = locked;
  if (status !== 'DRAFT' && status !== 'ACTIVE') throw invalidSubscriptionTransition(locked, requested);
  if (status === 'ACTIVE' && changesBehavior === 'NO_CHANGES') throw conflict('The products of this subscription do not change.', { code: 'no-changes' });
}

/** Whether the cycle under way stands on an invoice already: of one that is paid afterwards it never does. */
export const isInvoiced = ({ billingType, nextBillingDate, cycleUntil }: LockedSubscription): boolean =>
  billingType === 'PREPAID' && nextBillingDate !== null && cycleUntil !== null && nextBillingDate >= cycleUntil;

export interface ProductChange {
  readonly type: Extract<EventType, 'subscription.product_added' | 'subscription.product_removed'>;
  readonly keyId: string;
  readonly details: { readonly subscriptionProductId: string; readonly productId: string };
}

/** Says that the products of a subscription have changed. */
export async function recordProductChange(tx: Db, { id, brokerId, now }: LockedSubscription, { type, keyId, details }: ProductChange): Promise<void> {
  await tx.prisma.subscription.update({ where: { id }, data: { updatedAt: now } });
  await tx.prisma.event.create({ data: { brokerId, type, resourceType: 'subscription', resourceId: id, keyId, details } });
}

import type { Db } from '@linework/db/db';
import { writeEvent } from '@linework/events/insert-event';
import { conflict } from '@linework/problem-details/make-problem';
import type { EventType } from '@linework/schemas/events';
import { invalidSubscriptionTransition } from '../invalid-subscription-transition.ts';
import type { LockedSubscription } from '../lock-subscription.ts';

/**
 * Raises invalid-status-transition unless the subscription is DRAFT or ACTIVE, and conflict if an ACTIVE one excludes
 * changes (NO_CHANGES).
 */
export function requireChangeable(locked: LockedSubscription, requested: string): void {
  const { status, changesBehavior } = locked;
  if (status !== 'DRAFT' && status !== 'ACTIVE') throw invalidSubscriptionTransition(locked, requested);
  if (status === 'ACTIVE' && changesBehavior === 'NO_CHANGES')
    throw conflict('This subscription does not allow changes of its products.', { code: 'no-changes' });
}

/** Whether the current cycle is already invoiced. The current cycle of a POSTPAID subscription never is. */
export const isInvoiced = ({ billingType, nextBillingDate, cycleUntil }: LockedSubscription): boolean =>
  billingType === 'PREPAID' && nextBillingDate !== null && cycleUntil !== null && nextBillingDate >= cycleUntil;

export interface ProductChange {
  readonly type: EventType;
  readonly keyId: string;
  readonly details: { readonly subscriptionProductId: string; readonly productId: string };
}

/** Records that the products of a subscription have changed. */
export async function recordProductChange(
  tx: Db,
  { id, brokerId, now }: LockedSubscription,
  { type, keyId, details }: ProductChange,
): Promise<void> {
  await tx.prisma.subscription.update({ where: { id }, data: { updatedAt: now } });
  await writeEvent(tx, { brokerId, type, id, keyId, details });
}

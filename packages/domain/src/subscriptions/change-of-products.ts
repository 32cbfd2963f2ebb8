import type { Db } from '@linework/db/db';
import { conflict } from '@linework/problem-details/make-problem';
import type { EventType } from '@linework/schemas/events';
import type { HeldSubscription } from './lock-subscription.ts';
import { refusedRequest } from './refuse-request.ts';

/** Raises invalid-status-transition unless it is a DRAFT or ACTIVE, and conflict where it was agreed that nothing changes once it has begun. */
export function insistOnChangeable(held: HeldSubscription, requested: string): void {
  const { status, changesBehavior } = held;
  if (status !== 'DRAFT' && status !== 'ACTIVE') throw refusedRequest(held, requested);
  if (status === 'ACTIVE' && changesBehavior === 'NO_CHANGES') throw conflict('The products of this subscription do not change.', { code: 'no-changes' });
}

/** Whether the cycle under way stands on an invoice already: of one that is paid afterwards it never does. */
export const isInvoiced = ({ billingType, nextBillingDate, cycleUntil }: HeldSubscription): boolean =>
  billingType === 'PREPAID' && nextBillingDate !== null && cycleUntil !== null && nextBillingDate >= cycleUntil;

export interface ProductChange {
  readonly type: Extract<EventType, 'subscription.product-added' | 'subscription.product-removed'>;
  readonly keyId: string;
  readonly details: { readonly subscriptionProductId: string; readonly productId: string };
}

/** Says that the products of a subscription have changed. */
export async function changeRecorded(tx: Db, { id, brokerId, now }: HeldSubscription, { type, keyId, details }: ProductChange): Promise<void> {
  await tx.prisma.subscription.update({ where: { id }, data: { updatedAt: now } });
  await tx.prisma.event.create({ data: { brokerId, type, resourceType: 'subscription', resourceId: id, keyId, details } });
}

import type { Db } from '@linework/db/db';
import type { ChangesBehavior, Subscription } from '@linework/schemas/subscriptions/subscription';
import { subscriptionLifecycle } from '@linework/schemas/subscriptions/subscription.lifecycle';
import { externalCodeTaken } from './external-code-taken.ts';
import { findSubscription, type SubscriptionAsked } from './find-subscription.ts';
import { type HeldSubscription, lockSubscription } from './lock-subscription.ts';
import { refusedRequest } from './refuse-request.ts';

/** What is undefined stays as it is. */
export interface SubscriptionChange extends SubscriptionAsked {
  /** Null takes the code away. */
  readonly externalCode?: string | null | undefined;
  /** Replaces the whole. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly invoiceApprovalRequired?: boolean | undefined;
  readonly changesBehavior?: ChangesBehavior | undefined;
  readonly prorateFirstInvoice?: boolean | undefined;
}

/**
 * Changes what a broker keeps on a subscription, and its terms. Asked for no change it makes none. Raises not-found; conflict where
 * another subscription of the broker has the external code; invalid-status-transition for terms that are settled by now.
 */
export function changeSubscription(db: Db, { caller, subscriptionId, ...change }: SubscriptionChange): Promise<Subscription> {
  const asked = { caller, subscriptionId };
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return db.transaction(async (tx) => {
    const held = await lockSubscription(tx, asked);
    if (given.length === 0) return findSubscription(tx, asked);
    refuseSettledTerms(held, change);
    const data = { ...Object.fromEntries(given), updatedAt: held.now };
    await tx.prisma.subscription.update({ where: { id: subscriptionId }, data, select: { id: true } }).catch(externalCodeTaken);
    const told = { type: 'subscription.changed', resourceType: 'subscription', resourceId: subscriptionId, brokerId: held.brokerId };
    await tx.prisma.event.create({ data: { ...told, keyId: caller.keyId, details: { changed: given.map(([name]) => name) } } });
    return findSubscription(tx, asked);
  });
}

type Terms = Pick<SubscriptionChange, 'invoiceApprovalRequired' | 'changesBehavior' | 'prorateFirstInvoice'>;

/** What is invoiced no more has no terms to change, and a first invoice that is begun is prorated already, or not. */
function refuseSettledTerms(held: HeldSubscription, { invoiceApprovalRequired, changesBehavior, prorateFirstInvoice }: Terms): void {
  const terms = [invoiceApprovalRequired, changesBehavior, prorateFirstInvoice];
  if (subscriptionLifecycle.isFinal(held.status) && terms.some((term) => term !== undefined)) throw refusedRequest(held, 'change its terms');
  if (held.status !== 'DRAFT' && prorateFirstInvoice !== undefined) throw refusedRequest(held, 'change its first invoice');
}

import { startOfDay } from '@linework/billing/civil-day';
import { formatAmount, toCents } from '@linework/billing/money';
import type { Db } from '@linework/db/db';
import { notFound } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { closeAccounts } from '@linework/usage/close-accounts';
import { advanceToToday, calculateNetPrice, splitCycle } from '../cycles/split-cycle.ts';
import { findSubscription, type SubscriptionTarget } from '../find-subscription.ts';
import { type LockedSubscription, lockSubscription } from '../lock-subscription.ts';
import { loadPauses } from '../pauses/pauses.ts';
import { insertCharge } from './insert-charge.ts';
import { loadProduct, type SubscribedProduct } from './load-product.ts';
import { isInvoiced, recordProductChange, requireChangeable } from './product-change.ts';

export interface RemoveProductInput extends SubscriptionTarget {
  /** Id of the product within the subscription. */
  readonly subscriptionProductId: string;
}

/**
 * Removes a product: from a DRAFT freely, from an ACTIVE subscription according to its changesBehavior. Raises
 * not-found, invalid-status-transition, and conflict if changes are excluded.
 */
export function removeProduct(db: Db, input: RemoveProductInput): Promise<Subscription> {
  const { caller, subscriptionProductId } = input;
  return db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, input);
    // Past cycles that are not invoiced yet still contain the product.
    const subscription = locked.status === 'ACTIVE' ? advanceToToday(locked) : locked;
    const product = await loadProduct(tx, subscription.id, subscriptionProductId);
    if (!product) throw notFound(`The subscription has no product ${subscriptionProductId}.`);
    requireChangeable(subscription, 'remove a product');
    if (isImmediate(subscription)) await chargeOrCredit(tx, subscription, product);
    if (subscription.cycleUntil !== null) {
      await closeAccounts(tx, {
        subscriptionId: subscription.id,
        subscriptionProductId,
        at: isImmediate(subscription) ? subscription.now : startOfDay(subscription.cycleUntil),
      });
    }
    const changes = {
      removedAt: subscription.now,
      untilCycle: findUntilCycle(subscription, product),
      ...(isAlreadyPaid(subscription, product) && { chargedForCycle: product.fromCycle }),
    };
    await tx.prisma.subscriptionProduct.update({ where: { id: product.id }, data: changes });
    const { productId } = product;
    await recordProductChange(tx, subscription, {
      type: eventType('subscription.product_removed'),
      keyId: caller.keyId,
      details: { subscriptionProductId, productId },
    });
    return findSubscription(tx, input);
  });
}

const isImmediate = ({ status, changesBehavior }: LockedSubscription) =>
  status === 'ACTIVE' && changesBehavior === 'IMMEDIATE_WITH_PRORATE';

/** A SPOT product removed at once was paid for its cycle and cannot be added to it again. */
const isAlreadyPaid = (locked: LockedSubscription, { content, fromCycle }: SubscribedProduct) =>
  isImmediate(locked) && content.recurrence === 'SPOT' && fromCycle === locked.cycle;

/** The first cycle without the product; never before its first one. */
function findUntilCycle(locked: LockedSubscription, { fromCycle }: SubscribedProduct): number {
  const until = isImmediate(locked) || locked.status === 'DRAFT' ? locked.cycle : locked.cycle + 1;
  return Math.max(fromCycle, until);
}

/** Credits the remaining days if they were charged. Charges the elapsed days if they were not. */
async function chargeOrCredit(tx: Db, locked: LockedSubscription, product: SubscribedProduct): Promise<void> {
  const { cycle } = locked;
  if (product.fromCycle > cycle) return;
  const { elapsed, remaining } = splitCycle(locked, {
    addedOn: product.addedOn,
    pauses: await loadPauses(tx, [locked.id]),
  });
  const isCharged = product.chargedForCycle === cycle || isInvoiced(locked);
  if (product.content.recurrence === 'SPOT') {
    // A SPOT product is paid once and never credited.
    if (isCharged || product.fromCycle < cycle) return;
    return insertCharge(tx, locked, product, {
      amount: calculateNetPrice(product, cycle, elapsed.share),
      part: elapsed,
    });
  }
  if (!isCharged)
    return insertCharge(tx, locked, product, {
      amount: calculateNetPrice(product, cycle, elapsed.share),
      part: elapsed,
    });
  return insertCharge(tx, locked, product, {
    amount: formatAmount(-toCents(calculateNetPrice(product, cycle, remaining.share))),
    part: remaining,
  });
}

import type { Db } from '@linework/db/db';
import { notFound } from '@linework/problem-details/make-problem';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { startOfDay } from '../billing/civil-day.ts';
import { amountOf, centsOf } from '../billing/money.ts';
import { closeAccounts } from '../usage/close-accounts.ts';
import { changeRecorded, insistOnChangeable, isInvoiced } from './change-of-products.ts';
import { findSubscription, type SubscriptionAsked } from './find-subscription.ts';
import { insertCharge } from './insert-charge.ts';
import { loadProduct, type SubscribedProduct } from './load-product.ts';
import { type HeldSubscription, lockSubscription } from './lock-subscription.ts';
import { loadPauses } from './pauses.ts';
import { asOfToday, netPrice, partsOfCycle } from './price-rest.ts';

export interface ProductUnwanted extends SubscriptionAsked {
  /** That of the product in the subscription. */
  readonly subscriptionProductId: string;
}

/**
 * Removes a product from a DRAFT freely, from an ACTIVE subscription as its changesBehavior says. Raises not-found,
 * invalid-status-transition, and conflict where no changes are agreed.
 */
export function removeProduct(db: Db, unwanted: ProductUnwanted): Promise<Subscription> {
  const { caller, subscriptionProductId } = unwanted;
  return db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, unwanted);
    // The cycles that are over and wait for their invoices have it still.
    const held = locked.status === 'ACTIVE' ? asOfToday(locked) : locked;
    const product = await loadProduct(tx, held.id, subscriptionProductId);
    if (!product) throw notFound(`The subscription has no product ${subscriptionProductId}.`);
    insistOnChangeable(held, 'remove a product');
    if (isAtOnce(held)) await settle(tx, held, product);
    if (held.cycleUntil !== null) {
      await closeAccounts(tx, { subscriptionId: held.id, subscriptionProductId, at: isAtOnce(held) ? held.now : startOfDay(held.cycleUntil) });
    }
    const removed = { removedAt: held.now, untilCycle: lastCycle(held, product), ...(isPaidFor(held, product) && { chargedForCycle: product.fromCycle }) };
    await tx.prisma.subscriptionProduct.update({ where: { id: product.id }, data: removed });
    const { productId } = product;
    await changeRecorded(tx, held, { type: 'subscription.product-removed', keyId: caller.keyId, details: { subscriptionProductId, productId } });
    return findSubscription(tx, unwanted);
  });
}

const isAtOnce = ({ status, changesBehavior }: HeldSubscription) => status === 'ACTIVE' && changesBehavior === 'IMMEDIATE_WITH_PRORATE';

/** What is paid once is paid for its cycle from here on, and is not to be had a second time in it. */
const isPaidFor = (held: HeldSubscription, { content, fromCycle }: SubscribedProduct) =>
  isAtOnce(held) && content.recurrence === 'SPOT' && fromCycle === held.cycle;

/** The first cycle that it is not part of any more; never before its first. */
function lastCycle(held: HeldSubscription, { fromCycle }: SubscribedProduct): number {
  const until = isAtOnce(held) || held.status === 'DRAFT' ? held.cycle : held.cycle + 1;
  return Math.max(fromCycle, until);
}

/** What was charged for the days that are left is given back; what was not charged yet is charged for the days that have gone by. */
async function settle(tx: Db, held: HeldSubscription, product: SubscribedProduct): Promise<void> {
  const { cycle } = held;
  if (product.fromCycle > cycle) return;
  const { gone, left } = partsOfCycle(held, { addedOn: product.addedOn, pauses: await loadPauses(tx, [held.id]) });
  const isCharged = product.chargedForCycle === cycle || isInvoiced(held);
  if (product.content.recurrence === 'SPOT') {
    // Paid once and for good: nothing is given back.
    if (isCharged || product.fromCycle < cycle) return;
    return insertCharge(tx, held, product, { amount: netPrice(product, cycle, gone.share), for: gone });
  }
  if (!isCharged) return insertCharge(tx, held, product, { amount: netPrice(product, cycle, gone.share), for: gone });
  return insertCharge(tx, held, product, { amount: amountOf(-centsOf(netPrice(product, cycle, left.share))), for: left });
}

import type { Catalog } from '@linework/catalog/catalog';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import type { OfferVersion } from '@linework/schemas/catalog/offer-version';
import type { CatalogProduct } from '@linework/schemas/catalog/product';
import { eventType } from '@linework/schemas/events';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import { chooseProducts, chooseVersion } from '../choose-version.ts';
import { advanceToToday, calculateNetPrice, splitCycle } from '../cycles/split-cycle.ts';
import { findSubscription, type SubscriptionTarget, subscriptionNotFound } from '../find-subscription.ts';
import { type LockedSubscription, lockSubscription } from '../lock-subscription.ts';
import { readDatabaseClock } from '../read-database-clock.ts';
import { insertCharge } from './insert-charge.ts';
import { insertProduct } from './insert-product.ts';
import { loadProduct } from './load-product.ts';
import { isInvoiced, recordProductChange, requireChangeable } from './product-change.ts';

export interface AddProductInput extends SubscriptionTarget {
  readonly productId: string;
  /** If absent, the version that was subscribed to is used, valid or not. */
  readonly offerVersionId?: string | undefined;
}

/**
 * Adds a product: to a DRAFT freely, to an ACTIVE subscription according to its changesBehavior. Raises not-found, 422
 * for an unknown version or product, invalid-status-transition, and conflict if changes are excluded or the
 * subscription already has the product.
 */
export async function addProduct(
  { db, catalog }: { readonly db: Db; readonly catalog: Catalog },
  input: AddProductInput,
): Promise<Subscription> {
  const { caller, productId } = input;
  const version = await findVersion(db, catalog, input);
  const product = chooseProducts(version, [productId])[0] as CatalogProduct;
  return db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, input);
    requireChangeable(locked, 'add a product');
    const subscriptionProductId = await insertAndCharge(tx, locked, version, product);
    await recordProductChange(tx, locked, {
      type: eventType('subscription.product_added'),
      keyId: caller.keyId,
      details: { subscriptionProductId, productId },
    });
    return findSubscription(tx, input);
  });
}

async function findVersion(
  db: Db,
  catalog: Catalog,
  { caller, subscriptionId, offerVersionId }: AddProductInput,
): Promise<OfferVersion> {
  const where = { id: subscriptionId, ...visibleTo(caller) };
  const found = await db.prisma.subscription.findFirst({ where, select: { brokerId: true, offerVersionId: true } });
  if (!found) throw subscriptionNotFound(subscriptionId);
  const { brokerId } = found;
  if (offerVersionId !== undefined)
    return chooseVersion(catalog, { brokerId, offerVersionId, now: await readDatabaseClock(db) });
  const version = await catalog.findOfferVersion({ brokerId, offerVersionId: found.offerVersionId });
  if (!version)
    throw unprocessableRequest('The catalogue no longer contains the offer of this subscription.', {
      code: 'unknown-offer',
    });
  return version;
}

/**
 * A product added to an invoiced cycle gets its own charge for the remaining days. A SPOT product always gets one at
 * once.
 */
async function insertAndCharge(
  tx: Db,
  locked: LockedSubscription,
  version: OfferVersion,
  product: CatalogProduct,
): Promise<string> {
  const common = { subscription: locked, version, product };
  if (locked.status === 'DRAFT') return insertProduct(tx, { ...common, fromCycle: 1, chargedForCycle: null });
  if (locked.changesBehavior === 'NEXT_CYCLE' && product.recurrence !== 'SPOT')
    return insertProduct(tx, { ...common, fromCycle: locked.cycle + 1, chargedForCycle: null });
  // A SPOT product belongs to today's cycle even if invoices are late: an allowance granted for a past cycle would have
  // no value.
  const current = product.recurrence === 'SPOT' ? advanceToToday(locked) : locked;
  const { cycle } = current;
  // This cycle is not invoiced yet. Its invoice will contain the product on its own line, from today on.
  if (
    !isInvoiced(locked) &&
    cycle === locked.cycle &&
    (locked.billingType === 'PREPAID' || product.recurrence === 'RECURRING')
  )
    return insertProduct(tx, { ...common, fromCycle: cycle, chargedForCycle: null });
  const id = await insertProduct(tx, { ...common, fromCycle: cycle, chargedForCycle: cycle });
  const added = await loadProduct(tx, locked.id, id);
  if (!added) throw new Error('the product that was just added cannot be read');
  const { remaining } = splitCycle(current, { addedOn: added.addedOn, pauses: [] });
  await insertCharge(tx, locked, added, { amount: calculateNetPrice(added, cycle, remaining.share), part: remaining });
  return id;
}

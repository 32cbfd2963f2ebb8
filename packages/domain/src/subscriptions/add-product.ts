import type { Db } from '@linework/db/db';
import { impossibleRequest } from '@linework/problem-details/make-problem';
import type { OfferVersion } from '@linework/schemas/catalog/offer-version';
import type { CatalogProduct } from '@linework/schemas/catalog/product';
import type { Subscription } from '@linework/schemas/subscriptions/subscription';
import type { Catalog } from '../catalog/catalog.ts';
import { visibleTo } from '../visible-to.ts';
import { changeRecorded, insistOnChangeable, isInvoiced } from './change-of-products.ts';
import { chooseProducts, chooseVersion } from './choose-version.ts';
import { databaseClock } from './database-clock.ts';
import { findSubscription, noSuchSubscription, type SubscriptionAsked } from './find-subscription.ts';
import { insertCharge } from './insert-charge.ts';
import { insertProduct } from './insert-product.ts';
import { loadProduct } from './load-product.ts';
import { type HeldSubscription, lockSubscription } from './lock-subscription.ts';
import { asOfToday, netPrice, partsOfCycle } from './price-rest.ts';

export interface ProductWanted extends SubscriptionAsked {
  readonly productId: string;
  /** Absent, the version that was subscribed to, valid or not. */
  readonly offerVersionId?: string | undefined;
}

/**
 * Adds a product to a DRAFT freely, to an ACTIVE subscription as its changesBehavior says. Raises not-found; 422 for a version or a
 * product that is not to be had; invalid-status-transition; conflict where no changes are agreed or the product is there already.
 */
export async function addProduct({ db, catalog }: { readonly db: Db; readonly catalog: Catalog }, wanted: ProductWanted): Promise<Subscription> {
  const { caller, productId } = wanted;
  const version = await versionFor(db, catalog, wanted);
  const product = chooseProducts(version, [productId])[0] as CatalogProduct;
  return db.transaction(async (tx) => {
    const held = await lockSubscription(tx, wanted);
    insistOnChangeable(held, 'add a product');
    const subscriptionProductId = await add(tx, held, version, product);
    await changeRecorded(tx, held, { type: 'subscription.product-added', keyId: caller.keyId, details: { subscriptionProductId, productId } });
    return findSubscription(tx, wanted);
  });
}

async function versionFor(db: Db, catalog: Catalog, { caller, subscriptionId, offerVersionId }: ProductWanted): Promise<OfferVersion> {
  const where = { id: subscriptionId, ...visibleTo(caller) };
  const found = await db.prisma.subscription.findFirst({ where, select: { brokerId: true, offerVersionId: true } });
  if (!found) throw noSuchSubscription(subscriptionId);
  const { brokerId } = found;
  if (offerVersionId !== undefined) return chooseVersion(catalog, { brokerId, offerVersionId, now: await databaseClock(db) });
  const version = await catalog.findOfferVersion({ brokerId, offerVersionId: found.offerVersionId });
  if (!version) throw impossibleRequest('The offer that was subscribed to is not in the catalogue any more.', { code: 'unknown-offer' });
  return version;
}

/** What is added to a cycle that is invoiced already is charged by itself for the rest of it; a SPOT product at once in any case. */
async function add(tx: Db, held: HeldSubscription, version: OfferVersion, product: CatalogProduct): Promise<string> {
  const wish = { subscription: held, version, product };
  if (held.status === 'DRAFT') return insertProduct(tx, { ...wish, fromCycle: 1, chargedForCycle: null });
  if (held.changesBehavior === 'NEXT_CYCLE' && product.recurrence !== 'SPOT')
    return insertProduct(tx, { ...wish, fromCycle: held.cycle + 1, chargedForCycle: null });
  // What is paid once is for today, also where the invoices are late: what a cycle that is over grants is worth nothing any more.
  const standing = product.recurrence === 'SPOT' ? asOfToday(held) : held;
  const { cycle } = standing;
  // The invoice that is still to be made of this cycle has it on a line of its own, from today on.
  if (!isInvoiced(held) && cycle === held.cycle && (held.billingType === 'PREPAID' || product.recurrence === 'RECURRING'))
    return insertProduct(tx, { ...wish, fromCycle: cycle, chargedForCycle: null });
  const id = await insertProduct(tx, { ...wish, fromCycle: cycle, chargedForCycle: cycle });
  const added = await loadProduct(tx, held.id, id);
  if (!added) throw new Error('a product that was just added is there');
  const { left } = partsOfCycle(standing, { addedOn: added.addedOn, pauses: [] });
  await insertCharge(tx, held, added, { amount: netPrice(added, cycle, left.share), for: left });
  return id;
}

import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { OfferVersion } from '@linework/schemas/catalog/offer-version';
import { subscriptionArrivals } from '@linework/schemas/events';
import type { BillingCycle } from '@linework/schemas/subscriptions/billing-cycle';
import type { ChangesBehavior, Subscription } from '@linework/schemas/subscriptions/subscription';
import type { TrialConfig } from '@linework/schemas/subscriptions/trial-config';
import { v7 as newId } from 'uuid';
import type { Catalog } from '../catalog/catalog.ts';
import { findCustomer } from '../holders/find-customer.ts';
import { subscribeLines } from '../lines/subscribe-lines.ts';
import { beginSubscription } from './activate-subscription.ts';
import { chooseProducts, chooseVersion } from './choose-version.ts';
import { databaseClock } from './database-clock.ts';
import { externalCodeTaken } from './external-code-taken.ts';
import { findSubscription } from './find-subscription.ts';
import { insertProduct } from './insert-product.ts';
import { lockSubscription } from './lock-subscription.ts';
import { refusePastTimes } from './refuse-past-times.ts';
import { trialEnd } from './trial-end.ts';

export interface SubscriptionWish {
  readonly caller: Caller;
  readonly customerId: string;
  /** One of the two. */
  readonly offerId?: string | undefined;
  readonly offerVersionId?: string | undefined;
  readonly productIds?: readonly string[] | undefined;
  readonly billingCycle: BillingCycle;
  readonly billingDay?: number | undefined;
  readonly changesBehavior: ChangesBehavior;
  readonly invoiceApprovalRequired: boolean;
  readonly prorateFirstInvoice: boolean;
  readonly trialConfig?: TrialConfig | undefined;
  readonly scheduledPauseAt?: Date | undefined;
  readonly scheduledCancelAt?: Date | undefined;
  readonly endDate?: Date | undefined;
  readonly externalCode?: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly lineIds?: readonly string[] | undefined;
  readonly activate: boolean;
}

/**
 * Subscribes a holder to an offer, as it is in the catalogue at this moment, and lets the lines join that are named. Raises 422 for
 * a holder, an offer, a product or a line that is not to be had, conflict when another subscription of the broker has the external
 * code, and what the catalogue raises when it is down.
 */
export async function createSubscription({ db, catalog }: { readonly db: Db; readonly catalog: Catalog }, wish: SubscriptionWish): Promise<Subscription> {
  const { caller, customerId, lineIds } = wish;
  const { brokerId } = await findCustomer(db, caller, customerId);
  const now = await databaseClock(db);
  refusePastTimes(wish, now);
  const version = await chooseVersion(catalog, { ...wish, brokerId, now });
  const products = chooseProducts(version, wish.productIds);
  const subscription = { id: newId(), brokerId };
  return db.transaction(async (tx) => {
    // Again, since the catalogue may have taken its time: from here on the holder is held.
    await findCustomer(tx, caller, customerId);
    await insertSubscription(tx, { ...subscription, version, now }, wish);
    for (const product of products) await insertProduct(tx, { subscription, version, product, fromCycle: 1, chargedForCycle: null });
    if (lineIds) await subscribeLines(tx, { subscriptionId: subscription.id, brokerId, holderId: customerId, lineIds, keyId: caller.keyId });
    const asked = { caller, subscriptionId: subscription.id };
    if (wish.activate) {
      const held = await lockSubscription(tx, asked);
      await beginSubscription(tx, held, { at: held.now, keyId: caller.keyId });
    }
    return findSubscription(tx, asked);
  });
}

interface Settled {
  readonly id: string;
  readonly brokerId: string;
  readonly version: OfferVersion;
  readonly now: Date;
}

async function insertSubscription(tx: Db, { id, brokerId, version, now }: Settled, wish: SubscriptionWish): Promise<void> {
  const { caller, customerId, billingCycle, billingDay, changesBehavior, trialConfig, externalCode, metadata } = wish;
  const { frequency, billingType, customPeriodDays } = billingCycle;
  await tx.prisma.subscription
    .create({
      data: {
        id,
        brokerId,
        customerId,
        status: 'DRAFT',
        offerId: version.offerId,
        offerVersionId: version.id,
        onLastLineEnded: version.onLastLineEnded,
        frequency,
        billingType,
        customPeriodDays: customPeriodDays ?? null,
        billingDay: billingDay ?? null,
        changesBehavior,
        invoiceApprovalRequired: wish.invoiceApprovalRequired,
        prorateFirstInvoice: wish.prorateFirstInvoice,
        trialCycles: trialConfig?.trialCycles ?? null,
        trialEndBehavior: trialConfig?.endBehavior ?? null,
        trialEndsAt: trialConfig ? trialEnd(trialConfig, billingCycle, now) : null,
        scheduledPauseAt: wish.scheduledPauseAt ?? null,
        scheduledCancelAt: wish.scheduledCancelAt ?? null,
        endDate: wish.endDate ?? null,
        externalCode: externalCode ?? null,
        metadata: metadata as object,
      },
    })
    .catch(externalCodeTaken);
  const type = subscriptionArrivals.DRAFT;
  await tx.prisma.event.create({ data: { brokerId, type, resourceType: 'subscription', resourceId: id, toStatus: 'DRAFT', keyId: caller.keyId } });
}

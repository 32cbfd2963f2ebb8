import type { Caller } from '@linework/auth/caller';
import { startOfDay, toCivilDay } from '@linework/billing/civil-day';
import { calculateCycle } from '@linework/billing/cycle';
import type { Catalog } from '@linework/catalog/catalog';
import type { Db } from '@linework/db/db';
import { writeEvent } from '@linework/events/insert-event';
import { findCustomer } from '@linework/holders/find-customer';
import { subscribeLines } from '@linework/lines/records/subscribe-lines';
import type { OfferVersion } from '@linework/schemas/catalog/offer-version';
import { subscriptionStatusEvents } from '@linework/schemas/events';
import type { BillingCycle } from '@linework/schemas/subscriptions/billing-cycle';
import type { ChangesBehavior, Subscription } from '@linework/schemas/subscriptions/subscription';
import type { TrialConfig } from '@linework/schemas/subscriptions/trial-config';
import { v7 as newId } from 'uuid';
import { beginSubscription } from './activate-subscription.ts';
import { chooseProducts, chooseVersion } from './choose-version.ts';
import { findSubscription } from './find-subscription.ts';
import { lockSubscription } from './lock-subscription.ts';
import { insertProduct } from './products/insert-product.ts';
import { readDatabaseClock } from './read-database-clock.ts';
import { rejectDuplicateExternalCode } from './reject-duplicate-external-code.ts';
import { rejectPastTimes } from './reject-past-times.ts';

export interface SubscriptionInput {
  readonly caller: Caller;
  readonly customerId: string;
  /** Exactly one of offerId and offerVersionId is present. */
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
 * Subscribes a holder to an offer as it is in the catalogue now, and adds the named lines. Raises 422 for an unknown or
 * unusable holder, offer, product or line, conflict when another subscription of the broker has the external code, and
 * the catalogue's error when it is unavailable.
 */
export async function createSubscription(
  { db, catalog }: { readonly db: Db; readonly catalog: Catalog },
  input: SubscriptionInput,
): Promise<Subscription> {
  const { caller, customerId, lineIds } = input;
  const { brokerId } = await findCustomer(db, caller, customerId);
  const now = await readDatabaseClock(db);
  rejectPastTimes(input, now);
  const version = await chooseVersion(catalog, { ...input, brokerId, now });
  const products = chooseProducts(version, input.productIds);
  const subscription = { id: newId(), brokerId };
  return db.transaction(async (tx) => {
    // The catalogue call may have taken long, so the holder is checked again. It stays locked from here on.
    await findCustomer(tx, caller, customerId);
    await insertSubscription(tx, { ...subscription, version, now }, input);
    for (const product of products)
      await insertProduct(tx, { subscription, version, product, fromCycle: 1, chargedForCycle: null });
    if (lineIds)
      await subscribeLines(tx, {
        subscriptionId: subscription.id,
        brokerId,
        holderId: customerId,
        lineIds,
        keyId: caller.keyId,
      });
    const target = { caller, subscriptionId: subscription.id };
    if (input.activate) {
      const locked = await lockSubscription(tx, target);
      await beginSubscription(tx, locked, { at: locked.now, keyId: caller.keyId });
    }
    return findSubscription(tx, target);
  });
}

interface NewSubscription {
  readonly id: string;
  readonly brokerId: string;
  readonly version: OfferVersion;
  readonly now: Date;
}

async function insertSubscription(
  tx: Db,
  { id, brokerId, version, now }: NewSubscription,
  input: SubscriptionInput,
): Promise<void> {
  const { caller, customerId, billingCycle, billingDay, changesBehavior, trialConfig, externalCode, metadata } = input;
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
        invoiceApprovalRequired: input.invoiceApprovalRequired,
        prorateFirstInvoice: input.prorateFirstInvoice,
        trialCycles: trialConfig?.trialCycles ?? null,
        trialEndBehavior: trialConfig?.endBehavior ?? null,
        trialEndsAt: trialConfig ? calculateTrialEnd(trialConfig, billingCycle, now) : null,
        scheduledPauseAt: input.scheduledPauseAt ?? null,
        scheduledCancelAt: input.scheduledCancelAt ?? null,
        endDate: input.endDate ?? null,
        externalCode: externalCode ?? null,
        metadata: metadata as object,
      },
    })
    .catch(rejectDuplicateExternalCode);
  const type = subscriptionStatusEvents.DRAFT;
  await writeEvent(tx, { brokerId, type, id, to: 'DRAFT', keyId: caller.keyId });
}

/** The end of a trial that begins now: the first instant after its cycles, counted from today. */
function calculateTrialEnd(
  { trialCycles }: TrialConfig,
  { frequency, customPeriodDays }: BillingCycle,
  now: Date,
): Date {
  return startOfDay(calculateCycle({ frequency, customPeriodDays, anchorDay: toCivilDay(now) }, trialCycles).until);
}

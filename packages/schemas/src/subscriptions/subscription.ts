import { z } from 'zod';
import { discountScopes } from '../catalog/offer-version.ts';
import { productBillingTypes } from '../catalog/product.ts';
import { currency } from '../money.ts';
import { billingCycle } from './billing-cycle.ts';
import { subscriptionLifecycle } from './subscription.lifecycle.ts';
import { trialConfig } from './trial-config.ts';

const timestamp = z.iso.datetime();
const count = z.int().min(0).max(1_000_000);

/** When a change of products counts: at once, with the rest of the cycle charged or given back; from the next cycle on; or never. */
export const changesBehaviors = ['IMMEDIATE_WITH_PRORATE', 'NEXT_CYCLE', 'NO_CHANGES'] as const;
export type ChangesBehavior = (typeof changesBehaviors)[number];

const discount = z
  .strictObject({
    id: z.uuid(),
    discountId: z.uuid(),
    offerVersionDiscountId: z.uuid().optional(),
    scope: z.enum(discountScopes),
    fromCycle: count,
    elapsedCycles: count.meta({ description: 'Cycles that have gone by since the first it is given in.' }),
    consumedCycles: count.meta({ description: 'Those of them that were invoiced with it.' }),
    durationInCycles: count.optional().meta({ description: 'Absent where it is given for good.' }),
    value: z.strictObject({ type: z.enum(['AMOUNT', 'PERCENTAGE']), amount: z.string(), currency }),
    redeemedAt: timestamp,
    componentId: z.uuid().optional(),
  })
  .meta({ id: 'SubscriptionDiscount' });

/** A product that a subscription has, or had. */
export const subscriptionProduct = z
  .strictObject({
    id: z.uuid(),
    productId: z.uuid(),
    billingType: z.enum(productBillingTypes),
    addedAt: timestamp,
    discounts: z.array(discount),
    offerVersionId: z.uuid(),
    removedAt: timestamp.optional(),
  })
  .meta({ id: 'SubscriptionProduct' });

/** A subscription as every client sees it. A member without a value is left out. */
export const subscription = z
  .strictObject({
    id: z.uuid(),
    customerId: z.uuid(),
    status: z.enum(subscriptionLifecycle.statuses),
    billingCycle,
    products: z.array(subscriptionProduct),
    activatedAt: timestamp.optional(),
    invoiceApprovalRequired: z.boolean(),
    changesBehavior: z.enum(changesBehaviors),
    prorateFirstInvoice: z.boolean(),
    createdAt: timestamp,
    endDate: timestamp.optional(),
    scheduledPauseAt: timestamp.optional(),
    lastPausedAt: timestamp.optional(),
    lastResumedAt: timestamp.optional(),
    scheduledCancelAt: timestamp.optional(),
    endedAt: timestamp.optional().meta({ description: 'When it was CANCELLED or EXPIRED.' }),
    trialConfig: trialConfig.optional(),
    externalCode: z.string().optional(),
    nextBillingDate: z.iso.date().optional().meta({ description: 'The day on which the next invoice is made, in São Paulo.' }),
    metadata: z.record(z.string(), z.unknown()),
    updatedAt: timestamp,
  })
  .meta({ id: 'Subscription' });

export type SubscriptionDiscount = z.infer<typeof discount>;
export type SubscriptionProduct = z.infer<typeof subscriptionProduct>;
export type Subscription = z.infer<typeof subscription>;

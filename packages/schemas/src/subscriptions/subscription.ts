import { z } from 'zod';
import { discountScopes } from '../catalog/offer-version.ts';
import { productBillingTypes } from '../catalog/product.ts';
import { subscriptionLifecycle } from '../lifecycles/subscription.lifecycle.ts';
import { currency } from '../values/money.ts';
import { billingCycle } from './billing-cycle.ts';
import { trialConfig } from './trial-config.ts';

const timestamp = z.iso.datetime();
const count = z.int().min(0).max(1_000_000);

/**
 * The time at which a change of products takes effect: at once with a prorated charge or credit, with the next cycle,
 * or never.
 */
export const changesBehaviors = ['IMMEDIATE_WITH_PRORATE', 'NEXT_CYCLE', 'NO_CHANGES'] as const;
export type ChangesBehavior = (typeof changesBehaviors)[number];

const discount = z
  .strictObject({
    id: z.uuid(),
    discountId: z.uuid(),
    offerVersionDiscountId: z.uuid().optional(),
    scope: z.enum(discountScopes),
    fromCycle: count,
    elapsedCycles: count.meta({ description: 'Number of cycles since its first one.' }),
    consumedCycles: count.meta({ description: 'Number of these cycles whose invoice included the discount.' }),
    durationInCycles: count.optional().meta({ description: 'Absent if the discount has no end.' }),
    value: z.strictObject({ type: z.enum(['AMOUNT', 'PERCENTAGE']), amount: z.string(), currency }),
    redeemedAt: timestamp,
    componentId: z.uuid().optional(),
  })
  .meta({ id: 'SubscriptionDiscount' });

/** A current or former product of a subscription. */
const subscriptionProduct = z
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

/** A subscription in its API form. Members without a value are left out. */
export const subscription = z
  .strictObject({
    id: z.uuid(),
    customerId: z.uuid(),
    status: z.enum(subscriptionLifecycle.statuses),
    billingCycle,
    products: z.array(subscriptionProduct),
    invoiceApprovalRequired: z.boolean(),
    changesBehavior: z.enum(changesBehaviors),
    prorateFirstInvoice: z.boolean(),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: timestamp,
    updatedAt: timestamp,
    activatedAt: timestamp.optional(),
    endDate: timestamp
      .optional()
      .meta({ description: 'The time at which it ends, or at which it was CANCELLED or EXPIRED.' }),
    scheduledPauseAt: timestamp.optional(),
    lastPausedAt: timestamp.optional(),
    lastResumedAt: timestamp.optional(),
    scheduledCancelAt: timestamp.optional(),
    trialConfig: trialConfig.optional(),
    externalCode: z.string().optional(),
    nextBillingDate: z.iso
      .date()
      .optional()
      .meta({ description: 'The day, in São Paulo, on which the next invoice is made.' }),
  })
  .meta({ id: 'Subscription' });

export type Subscription = z.infer<typeof subscription>;

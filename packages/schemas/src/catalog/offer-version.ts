import { z } from 'zod';
import { amount, currency } from '../values/money.ts';
import { storedAsJson } from '../values/stored-as-json.ts';
import { catalogProduct } from './product.ts';

export const discountScopes = ['OFFER', 'PRODUCT', 'COMPONENT'] as const;

/** The value of a discount: an amount, or a percentage with at most four decimals. */
const discountValue = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('AMOUNT'), amount, currency }),
    z.strictObject({
      type: z.literal('PERCENTAGE'),
      amount: z.string().regex(/^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/, 'must be a percentage such as "12.5"'),
    }),
  ])
  .meta({ id: 'DiscountValue' });

/** A discount of an offer. */
export const offerDiscount = z
  .strictObject({
    id: z.uuid().meta({ description: 'Id of the discount within this version.' }),
    discountId: z.uuid().meta({ description: 'The same id in all versions with this discount.' }),
    name: z.string().trim().min(1).max(200),
    scope: z
      .enum(discountScopes)
      .meta({ description: 'Whether it applies to all products of the offer, to one product, or to a component.' }),
    productId: z.uuid().optional(),
    componentId: z.uuid().optional(),
    value: discountValue,
    fromCycle: z
      .int()
      .min(1)
      .max(1_200)
      .default(1)
      .meta({ description: 'The first cycle of the subscription with the discount.' }),
    durationInCycles: z.int().min(1).max(1_200).optional().meta({ description: 'Absent means no end.' }),
  })
  .meta({ id: 'OfferDiscount' });

/** What happens to a subscription when its last line is deleted or ported out. */
const lastLinePolicies = ['cancel', 'keep'] as const;
export type LastLinePolicy = (typeof lastLinePolicies)[number];

export const onLastLineEnded = z
  .enum(lastLinePolicies)
  .default('cancel')
  .meta({
    description:
      'What happens to a subscription when its last line is deleted or ported out: it is cancelled at the end of ' +
      'its paid period, or it is kept and billed.',
  });

/** The products, prices and discounts of a published offer version; they never change. */
export const offerVersionContent = z.strictObject({
  products: z.array(storedAsJson(catalogProduct)).min(1).max(100),
  discounts: z.array(storedAsJson(offerDiscount)).max(100).default([]),
  onLastLineEnded,
});

export const offerVersion = z
  .strictObject({
    id: z.uuid(),
    offerId: z.uuid(),
    version: z.int().min(1).max(1_000_000),
    validFrom: z.iso.datetime(),
    validUntil: z.iso.datetime().optional(),
    createdAt: z.iso.datetime(),
    brokerId: z.uuid(),
    currency,
    ...offerVersionContent.shape,
  })
  .meta({ id: 'OfferVersion' });

export type OfferDiscount = z.infer<typeof offerDiscount>;
export type OfferVersionContent = z.infer<typeof offerVersionContent>;
export type OfferVersion = z.infer<typeof offerVersion>;

import { z } from 'zod';
import { amount, currency } from '../money.ts';
import { catalogProduct } from './product.ts';

export const discountScopes = ['OFFER', 'PRODUCT', 'COMPONENT'] as const;

/** What is taken off: an amount, or a percentage with at most four decimals. */
export const discountValue = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('AMOUNT'), amount, currency }),
    z.strictObject({
      type: z.literal('PERCENTAGE'),
      amount: z.string().regex(/^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/, 'must be a percentage such as "12.5"'),
    }),
  ])
  .meta({ id: 'DiscountValue' });

/** A discount that comes with an offer. */
export const offerDiscount = z
  .strictObject({
    id: z.uuid().meta({ description: 'Its id in this version.' }),
    discountId: z.uuid().meta({ description: 'The same in every version that has it.' }),
    name: z.string().trim().min(1).max(200),
    scope: z.enum(discountScopes).meta({ description: 'On every product of the offer, on one, or on a component of one.' }),
    productId: z.uuid().optional(),
    componentId: z.uuid().optional(),
    value: discountValue,
    fromCycle: z.int().min(1).max(1_200).default(1).meta({ description: 'The first cycle of the subscription that it is given in.' }),
    durationInCycles: z.int().min(1).max(1_200).optional().meta({ description: 'For good where it is left out.' }),
  })
  .meta({ id: 'OfferDiscount' });

/** What happens to a subscription when its last line is deleted or ported out. */
export const lastLinePolicies = ['cancel', 'keep'] as const;
export type LastLinePolicy = (typeof lastLinePolicies)[number];

export const onLastLineEnded = z.enum(lastLinePolicies).default('cancel').meta({
  description:
    'What happens to a subscription when its last line is deleted or ported out: it is cancelled at the end of the period that is paid, or it is kept and billed.',
});

/** Products, prices and discounts of an offer as they were published; never changed. */
export const offerVersionContent = z.strictObject({
  products: z.array(catalogProduct).min(1).max(100),
  discounts: z.array(offerDiscount).max(100).default([]),
  onLastLineEnded,
});

export const offerVersion = z
  .strictObject({
    id: z.uuid(),
    offerId: z.uuid(),
    brokerId: z.uuid(),
    version: z.int().min(1).max(1_000_000),
    currency,
    validFrom: z.iso.datetime(),
    validUntil: z.iso.datetime().optional(),
    ...offerVersionContent.shape,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'OfferVersion' });

export type OfferDiscount = z.infer<typeof offerDiscount>;
export type OfferVersionContent = z.infer<typeof offerVersionContent>;
export type OfferVersion = z.infer<typeof offerVersion>;

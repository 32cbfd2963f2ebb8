import { z } from 'zod';
import { amount } from '../values/money.ts';

/** The types of usage that are measured, in bytes, seconds or messages. */
export const usageTypes = ['DATA', 'VOICE', 'SMS'] as const;
export type UsageType = (typeof usageTypes)[number];

/** The unit of each type. */
export const unitOf = { DATA: 'BYTE', VOICE: 'SECOND', SMS: 'MESSAGE' } as const satisfies Record<UsageType, string>;

const name = z.string().trim().min(1).max(200);
const code = z.string().min(1).max(200);

/** An amount that a JSON number can hold exactly. */
export const usageAmount = z.int().min(0);

/** One component of a product: an allowance of data, minutes or messages, or a service that is not measured. */
export const productComponent = z
  .strictObject({
    id: z.uuid(),
    name,
    type: z.enum([...usageTypes, 'SERVICE']),
    unlimited: z.boolean().default(false),
    amount: usageAmount.default(0).meta({ description: 'Amount per cycle in bytes, seconds or messages.' }),
    /** Added to the price of the product. */
    price: amount.default('0.00'),
    icon: z.string().max(200).optional(),
    externalCode: code.optional(),
  })
  .meta({ id: 'ProductComponent' });

export const productBillingTypes = ['PREPAID', 'POSTPAID'] as const;
export const recurrences = ['RECURRING', 'SPOT'] as const;

/** A product of the catalogue. Its price is its own plus that of its components. */
export const catalogProduct = z
  .strictObject({
    id: z.uuid().meta({ description: 'The same id in all versions of the offer with this product.' }),
    name,
    externalCode: code.optional(),
    billingType: z.enum(productBillingTypes),
    recurrence: z
      .enum(recurrences)
      .default('RECURRING')
      .meta({ description: 'A SPOT product is charged once, in its first cycle.' }),
    price: amount,
    allowsOverage: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether usage beyond the granted amount is counted.' }),
    features: z
      .array(z.strictObject({ icon: z.string().max(200), name }))
      .max(50)
      .default([]),
    components: z.array(productComponent).max(50).default([]),
  })
  .meta({ id: 'CatalogProduct' });

export type ProductComponent = z.infer<typeof productComponent>;
export type CatalogProduct = z.infer<typeof catalogProduct>;

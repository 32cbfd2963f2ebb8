import { z } from 'zod';
import { amount } from '../money.ts';

/** What is measured. An amount is in bytes, seconds or messages. */
export const usageTypes = ['DATA', 'VOICE', 'SMS'] as const;
export type UsageType = (typeof usageTypes)[number];

/** What each of them is counted in. */
export const unitOf = { DATA: 'BYTE', VOICE: 'SECOND', SMS: 'MESSAGE' } as const satisfies Record<UsageType, string>;

const name = z.string().trim().min(1).max(200);
const code = z.string().min(1).max(200);

/** As many as a JSON number holds exactly. */
export const usageAmount = z.int().min(0);

/** One part of a product: an allowance of data, minutes or messages, or a service without one. */
export const productComponent = z
  .strictObject({
    id: z.uuid(),
    name,
    type: z.enum([...usageTypes, 'SERVICE']),
    unlimited: z.boolean().default(false),
    amount: usageAmount.default(0).meta({ description: 'For each cycle, in bytes, seconds or messages.' }),
    /** Adds to the price of its product. */
    price: amount.default('0.00'),
    icon: z.string().max(200).optional(),
    externalCode: code.optional(),
  })
  .meta({ id: 'ProductComponent' });

export const productBillingTypes = ['PREPAID', 'POSTPAID'] as const;
export const recurrences = ['RECURRING', 'SPOT'] as const;

/** Something that is sold. Its price is its own and that of its components. */
export const catalogProduct = z
  .strictObject({
    id: z.uuid().meta({ description: 'The same in every version of an offer that has it.' }),
    name,
    externalCode: code.optional(),
    billingType: z.enum(productBillingTypes),
    recurrence: z.enum(recurrences).default('RECURRING').meta({ description: 'SPOT is charged once, with the first cycle.' }),
    price: amount,
    allowsOverage: z.boolean().default(false).meta({ description: 'May be used beyond what was granted.' }),
    features: z
      .array(z.strictObject({ icon: z.string().max(200), name }))
      .max(50)
      .default([]),
    components: z.array(productComponent).max(50).default([]),
  })
  .meta({ id: 'CatalogProduct' });

export type ProductComponent = z.infer<typeof productComponent>;
export type CatalogProduct = z.infer<typeof catalogProduct>;

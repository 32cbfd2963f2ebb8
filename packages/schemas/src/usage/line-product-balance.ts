import { z } from 'zod';
import { productBillingTypes, recurrences, usageAmount, usageTypes } from '../catalog/product.ts';
import { freeForm } from '../values/free-form.ts';

const timestamp = z.iso.datetime();

const amounts = z
  .strictObject({ DATA: usageAmount, VOICE: usageAmount, SMS: usageAmount })
  .meta({ id: 'UsageAmounts', description: 'Bytes, seconds, messages.' });

const balanceCredit = z
  .strictObject({
    type: z.enum(usageTypes),
    value: usageAmount.meta({ description: 'The remaining amount.' }),
    updatedAt: timestamp,
    dueDate: timestamp,
    metadata: freeForm,
  })
  .meta({ id: 'BalanceCredit' });

const balanceComponent = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    unit: z.enum(['BYTE', 'SECOND', 'MESSAGE']),
    icon: z.string().optional(),
    externalCode: z.string().optional(),
    startDate: timestamp.optional().meta({ description: 'The start of the current cycle; absent if there is none.' }),
    endDate: timestamp.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
    type: z.enum(usageTypes),
    unlimited: z.boolean(),
    totalAmount: usageAmount.meta({ description: 'The granted amount of the active credits.' }),
    usedAmount: usageAmount.meta({
      description: 'The used amount of the active credits, plus overage and unlimited usage in this cycle.',
    }),
  })
  .meta({ id: 'BalanceComponent' });

const balanceProduct = z
  .strictObject({
    catalogProductId: z.uuid(),
    name: z.string(),
    externalCode: z.string().optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
    billingType: z.enum(productBillingTypes),
    recurrence: z.enum(recurrences),
    features: z.array(z.strictObject({ icon: z.string(), name: z.string() })),
    productComponents: z.array(balanceComponent),
  })
  .meta({ id: 'BalanceProduct' });

/** The balance of a product on a line. */
export const lineProductBalance = z
  .strictObject({
    lineId: z.uuid(),
    productId: z.uuid(),
    online: z.boolean().meta({ description: 'Whether the line is ACTIVE.' }),
    accountMetadata: freeForm,
    balance: z.strictObject({
      accountId: z.uuid(),
      totalAmount: amounts,
      usedAmount: amounts,
      balanceCredits: z
        .array(balanceCredit)
        .meta({ description: 'The active credits, in the order in which they are used.' }),
      metadata: freeForm,
      createdAt: timestamp,
      updatedAt: timestamp,
      product: balanceProduct,
    }),
  })
  .meta({ id: 'LineProductBalance' });

export type LineProductBalance = z.infer<typeof lineProductBalance>;
export type BalanceComponent = z.infer<typeof balanceComponent>;

import { z } from 'zod';
import { usageAmount, usageTypes } from '../catalog/product.ts';
import { freeForm } from '../free-form.ts';

const timestamp = z.iso.datetime();

/** An amount that was added to a balance once, and may be used until its due date. */
export const usageCredit = z
  .strictObject({
    id: z.uuid(),
    lineId: z.uuid(),
    productId: z.uuid(),
    componentId: z.uuid(),
    type: z.enum(usageTypes),
    amount: usageAmount.meta({ description: 'In bytes, seconds or messages.' }),
    dueDate: timestamp,
    metadata: freeForm,
    createdAt: timestamp,
  })
  .meta({ id: 'UsageCredit' });

export type UsageCredit = z.infer<typeof usageCredit>;

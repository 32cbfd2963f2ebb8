import { z } from 'zod';
import { usageAmount, usageTypes } from '../catalog/product.ts';
import { freeForm } from '../values/free-form.ts';

const timestamp = z.iso.datetime();

/** A credit that was added to a balance once and can be used until its due date. */
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

import { z } from 'zod';
import { productBillingTypes } from '../catalog/product.ts';

export const billingFrequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMIANNUAL', 'YEARLY', 'CUSTOM'] as const;
export type BillingFrequency = (typeof billingFrequencies)[number];

/** Those whose cycles may begin on a day of the month that was asked for. */
export const monthlyFrequencies: readonly BillingFrequency[] = ['MONTHLY', 'QUARTERLY', 'SEMIANNUAL', 'YEARLY'];

/** How long a cycle is, and whether it is invoiced on its first day (PREPAID) or on the day after its last (POSTPAID). */
export const billingCycle = z
  .strictObject({
    frequency: z.enum(billingFrequencies),
    billingType: z.enum(productBillingTypes),
    customPeriodDays: z.int().min(1).max(3_660).optional().meta({ description: 'With CUSTOM, and only then.' }),
  })
  .refine(({ frequency, customPeriodDays }) => (frequency === 'CUSTOM') === (customPeriodDays !== undefined), {
    path: ['customPeriodDays'],
    error: 'belongs to the frequency CUSTOM, and to no other',
  })
  .meta({ id: 'BillingCycle', example: { frequency: 'MONTHLY', billingType: 'PREPAID' } });

export type BillingCycle = z.infer<typeof billingCycle>;

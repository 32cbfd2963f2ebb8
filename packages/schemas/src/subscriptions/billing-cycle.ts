import { z } from 'zod';
import { productBillingTypes } from '../catalog/product.ts';

export const billingFrequencies = [
  'DAILY',
  'WEEKLY',
  'MONTHLY',
  'QUARTERLY',
  'SEMIANNUAL',
  'YEARLY',
  'CUSTOM',
] as const;
export type BillingFrequency = (typeof billingFrequencies)[number];

/** Frequencies whose cycles can begin on a requested day of the month. */
export const monthlyFrequencies: readonly BillingFrequency[] = ['MONTHLY', 'QUARTERLY', 'SEMIANNUAL', 'YEARLY'];

/**
 * The length of a cycle, and whether it is invoiced on its first day (PREPAID) or on the day after its last (POSTPAID).
 */
export const billingCycle = z
  .strictObject({
    frequency: z.enum(billingFrequencies),
    billingType: z.enum(productBillingTypes),
    customPeriodDays: z
      .int()
      .min(1)
      .max(3_660)
      .optional()
      .meta({ description: 'Required with CUSTOM, not allowed otherwise.' }),
  })
  .refine(({ frequency, customPeriodDays }) => (frequency === 'CUSTOM') === (customPeriodDays !== undefined), {
    path: ['customPeriodDays'],
    error: 'is required with the frequency CUSTOM and not allowed otherwise',
  })
  .meta({ id: 'BillingCycle', example: { frequency: 'MONTHLY', billingType: 'PREPAID' } });

export type BillingCycle = z.infer<typeof billingCycle>;

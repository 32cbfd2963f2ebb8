import { durationMs, oneOf } from '@linework/config/settings';
import { z } from 'zod';

/** The settings under which tax receipts are issued. */
export const taxConfig = {
  TAX_ENVIRONMENT: oneOf(['TRIAL', 'PRODUCTION'], 'TRIAL'),
  TAX_CERTIFICATE_FILE: z.string().optional(),
  TAX_KEY_FILE: z.string().optional(),
  TAX_LEASE_MS: durationMs(30_000, { min: 200, max: 3_600_000 }),
};

const taxConfigShape = z.object(taxConfig);
export type TaxConfig = z.infer<typeof taxConfigShape>;

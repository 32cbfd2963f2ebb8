import { durationMs, oneOf } from '@linework/config/settings';
import { z } from 'zod';

/** The settings under which tax receipts are issued. */
export const taxConfig = {
  TAX_ENVIRONMENT: oneOf(['TRIAL', 'PRODUCTION'], 'TRIAL').describe(
    '`PRODUCTION` needs a certificate. Until then every receipt says that it has no fiscal value.',
  ),
  TAX_CERTIFICATE_FILE: z
    .string()
    .optional()
    .describe('File of the certificate (PEM) that signs tax receipts. Without it a trial certificate.'),
  TAX_KEY_FILE: z.string().optional().describe('File of the private key (PEM) of that certificate.'),
  TAX_LEASE_MS: durationMs(30_000, { min: 200, max: 3_600_000 }).describe(
    'Time after which a worker takes over a tax receipt whose API process stopped responding.',
  ),
};

const taxConfigShape = z.object(taxConfig);
export type TaxConfig = z.infer<typeof taxConfigShape>;

import { durationMs, url } from '@linework/config/settings';
import { z } from 'zod';

/** The settings of programs that read the catalogue. Without `CATALOG_URL` they use the built-in one. */
export const catalogConfig = {
  CATALOG_URL: url('http', 'https')
    .optional()
    .describe('Another Linework whose `/catalog` is read. Without it the built-in catalogue.'),
  CATALOG_KEY: z.string().min(1).default('').describe('A key of that Linework with `catalog:read`, of no broker.'),
  CATALOG_TIMEOUT_MS: durationMs(2_000, { min: 50, max: 60_000 }).describe('Time limit of a call to it.'),
};

export type CatalogConfig = z.infer<z.ZodObject<typeof catalogConfig>>;

import { durationMs, url } from '@linework/config/settings';
import { z } from 'zod';

/** The settings of whoever reads the catalogue, without `CATALOG_URL` the built-in one. */
export const catalogConfig = {
  CATALOG_URL: url('http', 'https').optional(),
  CATALOG_KEY: z.string().min(1).default(''),
  CATALOG_TIMEOUT_MS: durationMs(2_000, { min: 50, max: 60_000 }),
};

export type CatalogConfig = z.infer<z.ZodObject<typeof catalogConfig>>;

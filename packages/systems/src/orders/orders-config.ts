import { durationMs, url } from '@linework/config/settings';
import { z } from 'zod';

/** The settings of whoever looks orders up, without `ORDERS_URL` in the database of this Linework. */
export const ordersConfig = {
  ORDERS_URL: url('http', 'https').optional(),
  ORDERS_KEY: z.string().min(1).default(''),
  ORDERS_TIMEOUT_MS: durationMs(2_000, { min: 50, max: 60_000 }),
};

export type OrdersConfig = z.infer<z.ZodObject<typeof ordersConfig>>;

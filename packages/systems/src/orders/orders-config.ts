import { durationMs, url } from '@linework/config/settings';
import { z } from 'zod';

/** The settings of programs that look up orders. Without `ORDERS_URL` they read the database of this Linework. */
export const ordersConfig = {
  ORDERS_URL: url('http', 'https')
    .optional()
    .describe(
      'Another Linework that answers `GET /orders` and `GET /orders/{orderId}` (decision 41). Without it this ' +
        'database.',
    ),
  ORDERS_KEY: z.string().min(1).default('').describe('A key of that Linework with `orders:read`, of no broker.'),
  ORDERS_TIMEOUT_MS: durationMs(2_000, { min: 50, max: 60_000 }).describe('Time limit of a call to it.'),
};

export type OrdersConfig = z.infer<z.ZodObject<typeof ordersConfig>>;

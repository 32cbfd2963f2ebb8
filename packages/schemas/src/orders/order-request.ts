import { z } from 'zod';
import { order } from './order.ts';

/** What cancel, retry and rollback of an order have in common. */
export const orderRequest = {
  method: 'post',
  tag: 'orders',
  scope: 'orders:write',
  params: z.strictObject({ orderId: z.uuid() }),
  answers: { 202: { description: 'The order, with what was asked under way.', body: order } },
  problems: ['not-found', 'conflict', 'invalid-status-transition'],
} as const;

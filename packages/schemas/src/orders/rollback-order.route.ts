import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { orderRequest, requestReason } from './order-request.ts';

export const rollbackOrderRoute = defineRoute({
  ...orderRequest,
  name: 'rollbackOrder',
  path: '/orders/{orderId}/rollback',
  summary: 'Roll back a failed order',
  description: 'Undoes every step that has started. The order is ROLLING_BACK until its steps are undone.',
  body: z.strictObject({ reason: requestReason.optional() }).optional(),
});

import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { hasMembers } from '../has-members.ts';

export const notifyOrdersRoute = defineRoute({
  name: 'notifyOrders',
  method: 'post',
  path: '/orders/notifications',
  tag: 'orders',
  summary: 'Notify Linework that the network has finished a call that it had accepted',
  description:
    'The notification names an order, with which the idempotency key of the call begins, or its line. Linework then asks the network and uses only its response, at most once a second for each order. The response to the notification is the same for known and unknown orders.',
  scope: 'operator',
  body: z
    .strictObject({ orderId: z.uuid().optional(), lineId: z.uuid().optional() })
    .refine(({ orderId, lineId }) => orderId !== undefined || lineId !== undefined, {
      error: 'must have orderId or lineId',
      when: hasMembers,
    }),
  responses: { 204: { description: 'The notification is accepted.' } },
  problems: [],
});

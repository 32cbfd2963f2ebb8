import { defineRoute } from '@linework/http/define-route';
import { wholeNumberFromText } from '@linework/http/from-text';
import { z } from 'zod';
import { waitLimitSeconds } from '../events/feed-filters.ts';
import { order } from './order.ts';

export const getOrderRoute = defineRoute({
  name: 'getOrder',
  method: 'get',
  path: '/orders/{orderId}',
  tag: 'orders',
  summary: 'Get an order',
  description:
    'Every member is always present. With `waitSeconds` the response comes when the order has settled, or at the end of that time.',
  scope: 'orders:read',
  calls: 'orders',
  params: z.strictObject({ orderId: z.uuid() }),
  query: z.strictObject({
    waitSeconds: wholeNumberFromText({ min: 0, max: waitLimitSeconds })
      .default(0)
      .meta({ description: 'How long to wait until the order has settled.' }),
  }),
  responses: { 200: { description: 'The order.', body: order } },
  problems: ['not-found'],
});

import { defineRoute } from '@linework/http/define-route';
import { wholeNumberFromText } from '@linework/http/from-text';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { positionFromText } from '@linework/http/position-from-text';
import { z } from 'zod';
import { orderAttempt } from './order-attempt.ts';

/** More attempts than an order can have: a cursor beyond is no cursor of this list. */
const attemptLimit = 1_000_000;

export const listOrderAttemptsRoute = defineRoute({
  name: 'listOrderAttempts',
  method: 'get',
  path: '/orders/{orderId}/attempts',
  tag: 'orders',
  summary: 'List the attempts of an order',
  description: 'Attempts of all steps are listed oldest first.',
  scope: 'orders:read',
  params: z.strictObject({ orderId: z.uuid() }),
  query: z.strictObject({
    limit: wholeNumberFromText({ min: 1, max: 100 }).default(20),
    cursor: positionFromText(attemptLimit).optional(),
  }),
  responses: {
    200: {
      description: 'Attempts of the order.',
      body: pagedEnvelope(orderAttempt),
      headers: { Link: 'The next attempts' },
    },
  },
  problems: ['not-found'],
});

import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { refund } from './refund.ts';

export const getRefundRoute = defineRoute({
  name: 'getRefund',
  method: 'get',
  path: '/refunds/{id}',
  tag: 'payments',
  summary: 'Get a refund',
  description: 'The refund is PENDING until the payment provider completes or rejects it. `reason` says why it FAILED.',
  scope: 'payments:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The refund.', body: refund } },
  problems: ['not-found'],
});

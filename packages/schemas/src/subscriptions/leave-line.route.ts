import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { subscriptionRequest } from './subscription-request.ts';

export const leaveLineRoute = defineRoute({
  ...subscriptionRequest,
  name: 'leaveLine',
  method: 'delete',
  path: '/subscriptions/{id}/lines/{lineId}',
  summary: 'Let a line leave a subscription',
  description: 'One that a pause has blocked stays blocked, and is its own from then on.',
  params: z.strictObject({ id: z.uuid(), lineId: z.uuid() }),
  problems: ['not-found'],
});

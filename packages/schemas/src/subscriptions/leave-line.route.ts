import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { subscriptionRequest } from './subscription-request.ts';

export const leaveLineRoute = defineRoute({
  ...subscriptionRequest,
  name: 'leaveLine',
  method: 'delete',
  path: '/subscriptions/{id}/lines/{lineId}',
  summary: 'Remove a line from a subscription',
  description: 'A line that a pause has blocked stays blocked, and resuming the subscription does not unblock it.',
  params: z.strictObject({ id: z.uuid(), lineId: z.uuid() }),
  problems: ['not-found'],
});

import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { subscription } from './subscription.ts';

/** What the operations on a subscription have in common. */
export const subscriptionRequest = {
  method: 'post',
  tag: 'subscriptions',
  scope: 'subscriptions:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The subscription as it is now.', body: subscription } },
  problems: ['not-found', 'invalid-status-transition'],
} as const;

/** When something is to be done. */
export const schedule = z.strictObject({
  at: timestampFromText
    .nullable()
    .optional()
    .meta({ description: 'Absent, or not in the future: now. In the future: then, in place of an earlier plan. Null takes the plan away.' }),
});

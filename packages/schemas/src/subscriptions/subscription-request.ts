import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { subscription } from './subscription.ts';

/** The common part of the operations on a subscription. */
export const subscriptionRequest = {
  method: 'post',
  tag: 'subscriptions',
  scope: 'subscriptions:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The changed subscription.', body: subscription } },
  problems: ['not-found', 'invalid-status-transition'],
} as const;

/** The time of a request. */
export const schedule = z.strictObject({
  at: timestampFromText
    .nullable()
    .optional()
    .meta({
      description:
        'Absent or not in the future means now. A time in the future replaces an earlier schedule. Null removes the ' +
        'schedule.',
    }),
});

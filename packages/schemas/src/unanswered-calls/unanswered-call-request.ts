import { z } from 'zod';
import { unansweredCall } from './unanswered-call.ts';

/** What every request of an operator about an unanswered call has in common. */
export const unansweredCallRequest = {
  method: 'post',
  tag: 'partners',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The call as it is now.', body: unansweredCall } },
  problems: ['not-found', 'call-ended'],
} as const;

export const reason = z.string().trim().min(1).max(500).meta({ description: 'Why; it is kept with the call and in an event.' });

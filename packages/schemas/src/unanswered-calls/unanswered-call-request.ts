import { z } from 'zod';
import { unansweredCall } from './unanswered-call.ts';

/** The common parts of an operator's requests about an unanswered call. */
export const unansweredCallRequest = {
  method: 'post',
  tag: 'partners',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The call as it is now.', body: unansweredCall } },
  problems: ['not-found', 'call-ended'],
} as const;

export const reason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .meta({ description: 'The reason; it is stored with the call and in an event.' });

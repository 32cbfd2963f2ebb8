import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { reason, unansweredCallRequest } from './unanswered-call-request.ts';

/** The statuses that an operator can set without a response of the partner. */
const decidedStatuses = [
  'CONFIRMED',
  'FAILED',
  'CANCELED',
  'ACTIVE',
  'REFUSED',
  'REMOVED',
  'DRAFT',
  'PENDING',
  'CANCELLED',
  'COMPLETED',
  'ERROR',
] as const;

export const decideUnansweredCallRoute = defineRoute({
  ...unansweredCallRequest,
  problems: [...unansweredCallRequest.problems, 'record-changed', 'status-not-possible', 'protocol-needed'],
  name: 'decideUnansweredCall',
  path: '/unanswered-calls/{id}/decide',
  summary: 'Set the status of the record of an unanswered call without a response of the partner',
  description:
    'For an operator who knows the result of the call from another source. A status that the record cannot take is 422 with the possible ones. ' +
    'A tax receipt that becomes ACTIVE or CANCELED needs the protocol of the authority.',
  body: z.strictObject({
    status: z.enum(decidedStatuses),
    reason,
    protocol: z
      .string()
      .regex(/^\d{16}$/, 'must have 16 digits')
      .optional()
      .meta({ description: "The tax authority's protocol.", example: '3352600000000001' }),
  }),
});

export type Decision = z.infer<typeof decideUnansweredCallRoute.body>;

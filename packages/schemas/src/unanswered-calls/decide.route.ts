import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { reason, unansweredCallRequest } from './unanswered-call-request.ts';

/** The statuses that an operator may give to a record without an answer of the partner. */
const decidedStatuses = ['CONFIRMED', 'FAILED', 'CANCELED', 'ACTIVE', 'REFUSED', 'REMOVED', 'DRAFT', 'PENDING', 'CANCELLED', 'COMPLETED', 'ERROR'] as const;

export const decideUnansweredCallRoute = defineRoute({
  ...unansweredCallRequest,
  problems: [...unansweredCallRequest.problems, 'record-changed', 'status-not-possible', 'protocol-needed'],
  name: 'decideUnansweredCall',
  path: '/unanswered-calls/{id}/decide',
  summary: 'Give the record of an unanswered call its status without an answer',
  description:
    'For an operator who knows from elsewhere what became of the call. A status that the record cannot take is 422 with those it can. ' +
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

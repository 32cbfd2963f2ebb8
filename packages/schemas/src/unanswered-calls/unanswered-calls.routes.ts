import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { unansweredCall, unansweredKinds, unansweredStatuses } from './unanswered-call.ts';

/** The common parts of an operator's requests about an unanswered call. */
const unansweredCallRequest = {
  method: 'post',
  tag: 'partners',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The call as it is now.', body: unansweredCall } },
  problems: ['not-found', 'call-ended'],
} as const;

const reason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .meta({ description: 'The reason; it is stored with the call and in an event.' });

export const listUnansweredCallsRoute = defineRoute({
  name: 'listUnansweredCalls',
  method: 'get',
  path: '/unanswered-calls',
  tag: 'partners',
  summary: 'List the calls that a partner does not answer',
  description: 'STOPPED calls wait for an operator: they are over the age limit and are not made again automatically.',
  scope: 'operator',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: {
      ...timeFilters,
      status: listFromText(z.enum(unansweredStatuses)).optional(),
      kind: listFromText(z.enum(unansweredKinds)).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of unanswered calls.',
      body: pagedEnvelope(unansweredCall),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const getUnansweredCallRoute = defineRoute({
  name: 'getUnansweredCall',
  method: 'get',
  path: '/unanswered-calls/{id}',
  tag: 'partners',
  summary: 'Get an unanswered call by its id',
  description: 'An answered or decided call can still be read.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The call as it is now.', body: unansweredCall } },
  problems: ['not-found'],
});

export const askPartnerAgainRoute = defineRoute({
  ...unansweredCallRequest,
  name: 'askPartnerAgain',
  path: '/unanswered-calls/{id}/ask-again',
  summary: 'Make an unanswered call again now',
  description: 'Its age is reset to zero.',
  body: z.strictObject({ reason }),
});

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
    'For an operator who knows the result of the call from another source. A status that the record cannot take ' +
    'is 422 with the possible ones. ' +
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

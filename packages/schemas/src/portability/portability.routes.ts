import { defineRoute } from '@linework/http/define-route';
import { msisdnFromText } from '@linework/http/from-text';
import { z } from 'zod';
import { hasMembers } from '../values/has-members.ts';
import { e164Number, ticket } from './number.ts';
import { portabilityStatus } from './number-status.ts';

export const getPortabilityStatusRoute = defineRoute({
  name: 'getPortabilityStatus',
  method: 'get',
  path: '/portability/status',
  tag: 'Portability',
  summary: 'Get the status of a number over all requests to port it in and out',
  description: 'The plus sign of the number may be left out. In an address it is written %2B.',
  scope: 'portability:read',
  query: z.strictObject({ msisdn: msisdnFromText(e164Number) }),
  responses: { 200: { description: 'The status of the number.', body: portabilityStatus } },
  problems: [],
});

export const notifyPortabilityRoute = defineRoute({
  name: 'notifyPortability',
  method: 'post',
  path: '/portability/notifications',
  tag: 'Portability',
  summary: 'Notify Linework that the clearing house has news of a port-in, or of a port-out that is being cancelled',
  description:
    'Linework queries the clearing house and uses only its response. The response to the notification is the same ' +
    'for known and unknown requests.',
  scope: 'portability:write',
  body: z
    .strictObject({ portInId: z.uuid().optional(), ticket: ticket.optional() })
    .refine(({ portInId, ticket }) => portInId !== undefined || ticket !== undefined, {
      error: 'must have portInId or ticket',
      when: hasMembers,
    }),
  responses: { 204: { description: 'The notification is accepted.' } },
  problems: [],
});

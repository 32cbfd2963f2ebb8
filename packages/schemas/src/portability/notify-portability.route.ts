import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { hasMembers } from '../has-members.ts';
import { ticket } from './number.ts';

export const notifyPortabilityRoute = defineRoute({
  name: 'notifyPortability',
  method: 'post',
  path: '/portability/notifications',
  tag: 'Portability',
  summary: 'Notify Linework that the clearing house has news of a port-in, or of a port-out that is being cancelled',
  description:
    'Linework queries the clearing house and uses only its response. The response to the notification is the same for known and unknown requests.',
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

import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { portIn } from './port-in.ts';

export const cancelPortInRoute = defineRoute({
  name: 'cancelPortIn',
  method: 'post',
  path: '/portability/port-ins/{id}/cancel',
  tag: 'Portability',
  summary: 'Cancel a port-in',
  description:
    'Linework requests the cancel at the clearing house. If it is too late there, the port-in continues as PENDING. Once an order assigns the number to its line, cancel that order instead (409 `order-placed`).',
  scope: 'portability:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    202: { description: 'The port-in, which is being cancelled.', body: portIn, headers: { Location: 'The port-in' } },
  },
  problems: ['not-found', 'invalid-status-transition', 'order-placed'],
});

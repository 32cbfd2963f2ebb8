import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { portIn } from './port-in.ts';

export const cancelPortInRoute = defineRoute({
  name: 'cancelPortIn',
  method: 'post',
  path: '/portability/port-ins/{id}/cancel',
  tag: 'Portability',
  summary: 'Call off a port-in',
  description:
    'The clearing house is asked to; where it says that it is too late, the port-in goes on as PENDING. Once an order brings the number to its line, that order is to be cancelled instead (409 `order-placed`).',
  scope: 'portability:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 202: { description: 'The port-in, which is being called off.', body: portIn, headers: { Location: 'The port-in' } } },
  problems: ['not-found', 'invalid-status-transition', 'order-placed'],
});

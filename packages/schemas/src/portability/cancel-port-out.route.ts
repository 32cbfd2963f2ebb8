import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { portOut } from './port-out.ts';

export const cancelPortOutRoute = defineRoute({
  name: 'cancelPortOut',
  method: 'post',
  path: '/portability/port-outs/{id}/cancel',
  tag: 'Portability',
  summary: 'Cancel a port-out before its window',
  description:
    'The clearing house is asked. Until it responses, the port-out is CANCELLING and its line stays in service, also when the window begins meanwhile. ' +
    'It may refuse: then the port-out is PENDING again and goes on at its window. Once the window has begun, the answer is 409 `window-begun`.',
  scope: 'portability:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 202: { description: 'The port-out, which is being cancelled.', body: portOut, headers: { Location: 'The port-out' } } },
  problems: ['not-found', 'window-begun', 'invalid-status-transition'],
});

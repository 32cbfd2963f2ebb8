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
    'Linework requests the cancel at the clearing house. Until it responds, the port-out is CANCELLING and its line stays in service, even if the window begins meanwhile. ' +
    'If it refuses, the port-out is PENDING again and continues at its window. Once the window has begun, the response is 409 `window-begun`.',
  scope: 'portability:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    202: {
      description: 'The port-out, which is being cancelled.',
      body: portOut,
      headers: { Location: 'The port-out' },
    },
  },
  problems: ['not-found', 'window-begun', 'invalid-status-transition'],
});

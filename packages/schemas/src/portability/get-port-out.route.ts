import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { portOut } from './port-out.ts';

export const getPortOutRoute = defineRoute({
  name: 'getPortOut',
  method: 'get',
  path: '/portability/port-outs/{id}',
  tag: 'Portability',
  summary: 'Get a port-out',
  description: 'The line is terminated when the window begins.',
  scope: 'portability:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The port-out.', body: portOut } },
  problems: ['not-found'],
});

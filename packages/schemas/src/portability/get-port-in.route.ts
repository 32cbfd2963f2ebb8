import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { portIn } from './port-in.ts';

export const getPortInRoute = defineRoute({
  name: 'getPortIn',
  method: 'get',
  path: '/portability/port-ins/{id}',
  tag: 'Portability',
  summary: 'Get a port-in',
  description: 'The tax id that is sent to the donor is never shown.',
  scope: 'portability:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The port-in.', body: portIn } },
  problems: ['not-found'],
});

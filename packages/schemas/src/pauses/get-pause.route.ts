import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { pause } from './pause.ts';

export const getPauseRoute = defineRoute({
  name: 'getPause',
  method: 'get',
  path: '/pauses/{id}',
  tag: 'orders',
  summary: 'Get a pause',
  description: 'A pause stops the steps of an order type, one step, or the calls to a system.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The pause.', body: pause } },
  problems: ['not-found'],
});

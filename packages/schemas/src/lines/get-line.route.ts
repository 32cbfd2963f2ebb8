import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { line } from './line.ts';

export const getLineRoute = defineRoute({
  name: 'getLine',
  method: 'get',
  path: '/lines/{id}',
  tag: 'lines',
  summary: 'Get a line',
  description: 'A member without a value is left out.',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The line.', body: line } },
  problems: ['not-found'],
});

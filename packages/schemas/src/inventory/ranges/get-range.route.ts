import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { range } from './range.ts';

export const getRangeRoute = defineRoute({
  name: 'getRange',
  method: 'get',
  path: '/inventory/ranges/{id}',
  tag: 'Inventory',
  summary: 'Get a range',
  description: 'A range is the set of codes that an operator has assigned to a broker.',
  scope: 'inventory:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The range.', body: range } },
  problems: ['not-found'],
});

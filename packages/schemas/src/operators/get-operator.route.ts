import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { operator } from './operator.ts';

export const getOperatorRoute = defineRoute({
  name: 'getOperator',
  method: 'get',
  path: '/operators/{id}',
  tag: 'operators',
  summary: 'Get a person by id',
  description: 'The password is never shown.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The person.', body: operator } },
  problems: ['not-found'],
});

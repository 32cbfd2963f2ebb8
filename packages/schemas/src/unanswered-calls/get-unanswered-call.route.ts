import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { unansweredCall } from './unanswered-call.ts';

export const getUnansweredCallRoute = defineRoute({
  name: 'getUnansweredCall',
  method: 'get',
  path: '/unanswered-calls/{id}',
  tag: 'partners',
  summary: 'Get an unanswered call by its id',
  description: 'An answered or decided call can still be read.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The call as it is now.', body: unansweredCall } },
  problems: ['not-found'],
});

import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { broker } from './broker.ts';

export const getBrokerRoute = defineRoute({
  name: 'getBroker',
  method: 'get',
  path: '/brokers/{id}',
  tag: 'brokers',
  summary: 'Get a broker',
  description: 'Only operators see brokers.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The broker.', body: broker } },
  problems: ['not-found'],
});

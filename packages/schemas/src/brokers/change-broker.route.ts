import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { broker } from './broker.ts';
import { brokerCode, brokerName } from './broker-details.ts';

export const changeBrokerRoute = defineRoute({
  name: 'changeBroker',
  method: 'patch',
  path: '/brokers/{id}',
  tag: 'brokers',
  summary: 'Change the name or the code of a broker; null removes the code',
  description: 'A change affects what is shown from then on. Records refer to their broker by its id.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ name: brokerName.optional(), code: brokerCode.nullable().optional() }),
  responses: { 200: { description: 'The broker as it is now.', body: broker } },
  problems: ['not-found', 'broker-taken'],
});

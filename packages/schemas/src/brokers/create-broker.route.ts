import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { broker } from './broker.ts';
import { brokerCode, brokerName } from './broker-details.ts';

export const createBrokerRoute = defineRoute({
  name: 'createBroker',
  method: 'post',
  path: '/brokers',
  tag: 'brokers',
  summary: 'Create a broker',
  description:
    'A new broker has no keys and no ranges. Create a key for it with `POST /api-keys`, and assign ranges to it with `POST /inventory/ranges`. ' +
    'If a name, a code or an id is taken, the 409 lists all of them in `errors`.',
  scope: 'operator',
  body: z.strictObject({
    id: z.uuid().optional().meta({ description: 'The id of this broker in another Linework. A new id by default.' }),
    name: brokerName,
    code: brokerCode.optional(),
  }),
  responses: { 201: { description: 'The broker.', body: broker, headers: { Location: 'The broker' } } },
  problems: ['broker-taken'],
});

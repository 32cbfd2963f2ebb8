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
    'A broker can do nothing yet. Create a key for it with `POST /api-keys`, and assign ranges to it with `POST /inventory/ranges`. ' +
    'Where a name, a code and an id are taken, the 409 lists all of them in `errors`.',
  scope: 'operator',
  body: z.strictObject({
    id: z.uuid().optional().meta({ description: 'The id that another Linework has for this broker. A new id unless told otherwise.' }),
    name: brokerName,
    code: brokerCode.optional(),
  }),
  responses: { 201: { description: 'The broker.', body: broker, headers: { Location: 'The broker' } } },
  problems: ['broker-taken'],
});

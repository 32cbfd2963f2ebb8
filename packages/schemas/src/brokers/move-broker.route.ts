import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { broker } from './broker.ts';

/** The common parts of the routes that suspend and resume a broker. */
const moveRoute = {
  tag: 'brokers',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The broker as it is now.', body: broker } },
  problems: ['not-found', 'invalid-status-transition'],
} as const;

export const suspendBrokerRoute = defineRoute({
  name: 'suspendBroker',
  method: 'post',
  path: '/brokers/{id}/suspend',
  summary: 'Suspend a broker: its keys are refused within 5 seconds everywhere',
  description:
    'Requests with its keys get 403 `broker-suspended`. Its open orders, bulk operations, invoices and payments continue. ' +
    'No delivery to its webhook endpoints starts any more: its events, retries, replays and resends wait, and a sample fails as `broker-suspended`. ' +
    'Operators can still see and change its records.',
  ...moveRoute,
});

export const resumeBrokerRoute = defineRoute({
  name: 'resumeBroker',
  method: 'post',
  path: '/brokers/{id}/resume',
  summary: 'Resume a suspended broker: its keys work again',
  description:
    'Keys that ended meanwhile stay ended. Its webhook endpoints get everything that waited, in the same order as before.',
  ...moveRoute,
});

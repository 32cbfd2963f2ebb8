import { defineRoute } from '@linework/http/define-route';
import { queues } from './queues.ts';

export const getQueuesRoute = defineRoute({
  name: 'getQueues',
  method: 'get',
  path: '/queues',
  tag: 'orders',
  summary: 'Show the queues, the scheduled jobs and the leases of all workers',
  description: 'Responds without the queues when they are not reachable.',
  scope: 'operator',
  cost: 'list',
  responses: { 200: { description: 'The queues.', body: queues } },
  problems: [],
});

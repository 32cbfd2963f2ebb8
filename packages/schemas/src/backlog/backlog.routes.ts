import { defineRoute } from '@linework/http/define-route';
import { backlog } from './backlog.ts';

export const getBacklogRoute = defineRoute({
  name: 'getBacklog',
  method: 'get',
  path: '/backlog',
  tag: 'orders',
  summary: 'Show what waits and how fast work is done, of all brokers',
  description: 'Counts the present state with few reads, so that a page can ask for it every few seconds.',
  scope: 'operator',
  cost: 'list',
  responses: { 200: { description: 'The backlog.', body: backlog } },
  problems: [],
});

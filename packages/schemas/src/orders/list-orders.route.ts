import { defineRoute } from '@linework/http/define-route';
import { manyOf } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { orderLifecycle } from './order.lifecycle.ts';
import { order } from './order.ts';

export const listOrdersRoute = defineRoute({
  name: 'listOrders',
  method: 'get',
  path: '/orders',
  tag: 'orders',
  summary: 'List orders',
  scope: 'orders:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      ...timeFilters,
      status: manyOf(z.enum(orderLifecycle.statuses)).optional(),
      type: manyOf(z.string().min(1).max(100)).optional(),
      resourceId: manyOf(z.uuid()).optional(),
      brokerId: manyOf(z.uuid()).optional(),
      correlationId: z.string().min(1).max(255).optional(),
    },
  }),
  answers: { 200: { description: 'One page of orders.', body: pagedEnvelope(order), headers: { Link: 'The next and the previous page' } } },
  problems: [],
});

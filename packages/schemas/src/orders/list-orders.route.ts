import { defineRoute } from '@linework/http/define-route';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { order } from './order.ts';
import { orderFilters, orderSorts } from './order-filters.ts';

export const listOrdersRoute = defineRoute({
  name: 'listOrders',
  method: 'get',
  path: '/orders',
  tag: 'orders',
  summary: 'List orders',
  description:
    'Orders that need attention have the status FAILED, ROLLBACK_FAILED or CANCEL_FAILED and `superseded=false`. `step` and `errorCode` find them by the failed step and the error code.',
  scope: 'orders:read',
  calls: 'orders',
  query: listQuery({ sortBy: orderSorts, filters: orderFilters }),
  responses: {
    200: {
      description: 'One page of orders.',
      body: pagedEnvelope(order),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

import { defineRoute } from '@linework/http/define-route';
import { explainOrder } from '@linework/orders/explanation/explain-order';
import { findOrderDetails } from '@linework/orders/explanation/find-order-details';
import { orderDetails } from '@linework/schemas/orders/order-details';
import { getOrderRoute } from '@linework/schemas/orders/orders.routes';
import { record } from '../../request/endpoint.ts';

const getOrderDetailsRoute = defineRoute({
  name: 'getOrderDetails',
  method: 'get',
  path: '/order-details/{orderId}',
  tag: 'console',
  summary: 'Read what the page of an order names',
  description:
    'The line, the numbers and the SIMs of an order, the pause or the porting that it belongs to, and for operators ' +
    'the words of the system that refused it.',
  scope: 'orders:read',
  calls: 'orders',
  params: getOrderRoute.params,
  responses: { 200: { description: 'What the page names.', body: orderDetails } },
  problems: ['not-signed-in', 'not-found', 'order-version-unknown'],
});

export const getOrderDetails = record(
  getOrderDetailsRoute,
  async ({ params: { orderId }, caller }, { db, orderQueries, orderTypes }) => {
    const [order, { pause, changes }] = await Promise.all([
      orderQueries.findOrder({ caller, orderId }),
      explainOrder(db, orderTypes, { caller, orderId }),
    ]);
    const changed = changes.flatMap(({ resource: { type, id } }) => (type === 'resource' ? [id] : []));
    return await findOrderDetails(db, {
      order,
      pauseId: pause?.id,
      resourceIds: [...new Set(changed)],
      readsSystemTexts: caller.brokerId === null && caller.operator !== undefined && caller.operator.role !== 'viewer',
    });
  },
);

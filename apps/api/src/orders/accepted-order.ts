import type { Order } from '@linework/schemas/orders/order';

/** The response to an accepted request on an order: 202 with the order and its address. */
export const acceptedOrder = (order: Order) =>
  ({ status: 202, body: order, headers: { Location: `/orders/${order.id}` } }) as const;

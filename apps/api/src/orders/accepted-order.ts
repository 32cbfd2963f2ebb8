import type { Order } from '@linework/schemas/orders/order';

/** The answer to what was asked of an order: 202 with the order, and its address to follow it at. */
export const acceptedOrder = (order: Order) => ({ status: 202, body: order, headers: { Location: `/orders/${order.id}` } }) as const;

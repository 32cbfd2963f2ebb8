import { notifyOrder } from '@linework/engine/commands/notify-order';
import { implement } from '@linework/http/implement';
import { notifyOrdersRoute } from '@linework/schemas/orders/notify-orders.route';
import type { Deps } from '../deps.ts';

export const notifyOrders = implement(notifyOrdersRoute, async ({ body: { orderId, lineId } }, deps: Deps) => {
  if (orderId !== undefined) await notifyOrder(deps, { orderId });
  if (lineId !== undefined) await notifyOrder(deps, { resourceType: 'line', resourceId: lineId });
  return { status: 204 };
});

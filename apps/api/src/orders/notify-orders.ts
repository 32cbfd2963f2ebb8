import { type Awaiting, notifyOrder } from '@linework/engine/commands/notify-order';
import { implement } from '@linework/http/implement';
import { notifyOrdersRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';

export const notifyOrders = implement(notifyOrdersRoute, async ({ body: { orderId, lineId } }, deps: Deps) => {
  if (orderId !== undefined) await notifyInTime(deps, orderId, { orderId });
  if (lineId !== undefined) await notifyInTime(deps, lineId, { resourceType: 'line', resourceId: lineId });
  return { status: 204 };
});

async function notifyInTime(deps: Deps, id: string, awaiting: Awaiting): Promise<void> {
  const delayMs = deps.notificationPace(id.toLowerCase());
  if (delayMs !== undefined) await notifyOrder(deps, awaiting, delayMs);
}

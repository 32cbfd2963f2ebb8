import { implement } from '@linework/http/implement';
import { isOpen } from '@linework/schemas/orders/order.lifecycle';
import { getOrderRoute } from '@linework/schemas/orders/orders.routes';
import type { Deps } from '../deps.ts';
import { assertStillAllowed, recheckMs } from '../still-allowed.ts';

export const getOrder = implement(
  getOrderRoute,
  async ({ params: { orderId }, query, caller, hold }, { db, orderQueries, orderWaiter, stopping }: Deps) => {
    const untilMs = performance.now() + query.waitSeconds * 1_000;
    let order = await orderQueries.findOrder({ caller, orderId });
    if (query.waitSeconds === 0 || !isOpen(order.status)) return { status: 200, body: order };
    const signal = AbortSignal.any([hold(), stopping]);
    for (
      let leftMs = untilMs - performance.now();
      isOpen(order.status) && leftMs > 0 && !signal.aborted;
      leftMs = untilMs - performance.now()
    ) {
      await orderWaiter.waitForOrder(orderId, { timeoutMs: Math.min(Math.ceil(leftMs), recheckMs), signal });
      await assertStillAllowed(db, caller);
      order = await orderQueries.findOrder({ caller, orderId });
    }
    return { status: 200, body: order };
  },
);

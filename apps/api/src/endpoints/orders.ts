import { cancelOrder } from '@linework/engine/commands/cancel-order';
import { closeOrder } from '@linework/engine/commands/close-order';
import { type Awaiting, notifyOrder } from '@linework/engine/commands/notify-order';
import { retryOrder } from '@linework/engine/commands/retry-order';
import { rollbackOrder } from '@linework/engine/commands/rollback-order';
import { skipStep } from '@linework/engine/commands/skip-step';
import { listOrderAttempts } from '@linework/engine/queries/list-order-attempts';
import { previewOrder } from '@linework/lines/commands/preview-order';
import { explainOrder } from '@linework/orders/explanation/explain-order';
import { listOrderGroups } from '@linework/orders/order-groups/list-order-groups';
import { getOrderReport } from '@linework/orders/order-report/get-order-report';
import { isOpen } from '@linework/schemas/lifecycles/order.lifecycle';
import {
  cancelOrderRoute,
  closeOrderRoute,
  explainOrderRoute,
  getOrderRoute,
  listOrderAttemptsRoute,
  listOrderEventsRoute,
  listOrderGroupsRoute,
  listOrdersRoute,
  notifyOrdersRoute,
  previewOrderRoute,
  retryOrderRoute,
  rollbackOrderRoute,
  skipStepRoute,
} from '@linework/schemas/orders/orders.routes';
import { getOrderReportRoute } from '@linework/schemas/reports/order-report.routes';
import { previewHolderChange } from '@linework/subscriptions/holder-changes/change-line-holder';
import type { Deps } from '../request/deps.ts';
import { accepted, endpoint, eventsOf, page, record } from '../request/endpoint.ts';
import { assertStillAllowed, recheckMs } from '../request/still-allowed.ts';

const getOrderEndpoint = endpoint(
  getOrderRoute,
  async ({ params: { orderId }, query, caller, hold }, { db, orderQueries, orderWaiter, stopping }) => {
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

export const orders = {
  '/orders': {
    get: page(listOrdersRoute, ({ query, caller }, { orderQueries }) => orderQueries.listOrders(caller, query)),
    '/preview': {
      post: record(previewOrderRoute, ({ body, caller, correlationId }, deps) =>
        (body.type === 'LINE_HOLDER_CHANGE' ? previewHolderChange : previewOrder)(deps, {
          caller,
          correlationId,
          request: body,
        }),
      ),
    },
    '/notifications': {
      post: endpoint(notifyOrdersRoute, async ({ body: { orderId, lineId } }, deps) => {
        if (orderId !== undefined) await notifyInTime(deps, orderId, { orderId });
        if (lineId !== undefined) await notifyInTime(deps, lineId, { resourceType: 'line', resourceId: lineId });
        return { status: 204 };
      }),
    },
    '/{orderId}': {
      get: getOrderEndpoint,
      '/explanation': {
        get: record(explainOrderRoute, ({ params, caller }, { db, orderTypes }) =>
          explainOrder(db, orderTypes, { caller, orderId: params.orderId }),
        ),
      },
      '/attempts': {
        get: page(listOrderAttemptsRoute, ({ params, query: { limit, cursor = 0 }, caller }, { db }) =>
          listOrderAttempts(db, {
            caller,
            orderId: params.orderId,
            limit,
            after: cursor,
          }),
        ),
      },
      '/events': {
        get: eventsOf(listOrderEventsRoute, 'order'),
      },
      '/cancel': {
        post: accepted(cancelOrderRoute, '/orders', ({ params, body, caller }, deps) =>
          cancelOrder(deps, { caller, orderId: params.orderId, reason: body?.reason }),
        ),
      },
      '/retry': {
        post: accepted(retryOrderRoute, '/orders', ({ params, body, caller }, deps) =>
          retryOrder(deps, { caller, orderId: params.orderId, input: body?.input, reason: body?.reason }),
        ),
      },
      '/rollback': {
        post: accepted(rollbackOrderRoute, '/orders', ({ params, body, caller }, deps) =>
          rollbackOrder(deps, { caller, orderId: params.orderId, reason: body?.reason }),
        ),
      },
      '/steps/{stepId}/skip': {
        post: accepted(skipStepRoute, '/orders', ({ params, body, caller }, deps) =>
          skipStep(deps, { caller, orderId: params.orderId, stepId: params.stepId, reason: body.reason }),
        ),
      },
      '/close': {
        post: accepted(closeOrderRoute, '/orders', ({ params, body, caller }, deps) =>
          closeOrder(deps, { caller, orderId: params.orderId, reason: body.reason }),
        ),
      },
    },
  },
  '/order-groups': {
    get: record(listOrderGroupsRoute, ({ query, caller }, { db }) => listOrderGroups(db, caller, query)),
  },
  '/order-report': {
    get: record(getOrderReportRoute, ({ query, caller }, { db }) => getOrderReport(db, caller, query)),
  },
} as const;

/** The headers that locate an order that was placed. */
export const buildOrderHeaders = (orderId: string) => ({
  Location: `/orders/${orderId}`,
  Link: `</orders/${orderId}>; rel="monitor"`,
});

async function notifyInTime(deps: Deps, id: string, awaiting: Awaiting): Promise<void> {
  const delayMs = deps.notificationLimit(id.toLowerCase());
  if (delayMs !== undefined) await notifyOrder(deps, awaiting, delayMs);
}

import type { Caller } from '@linework/auth/caller';
import { createLine } from '@linework/lines/commands/create-line';
import { type LineOrderRequest, placeOrder } from '@linework/lines/commands/place-order';
import { getLineCounts } from '@linework/lines/line-counts/get-line-counts';
import { activateLine } from '@linework/lines/order-types/activate-line';
import { blockLine } from '@linework/lines/order-types/block-line';
import { changeNumber } from '@linework/lines/order-types/change-number';
import type { LineOrderType } from '@linework/lines/order-types/line-order-type';
import { provisionLine } from '@linework/lines/order-types/provision-line';
import { swapSim } from '@linework/lines/order-types/swap-sim';
import { terminateLine } from '@linework/lines/order-types/terminate-line';
import { unblockLine } from '@linework/lines/order-types/unblock-line';
import { changeLine } from '@linework/lines/records/change-line';
import { findLine } from '@linework/lines/records/find-line';
import { findLineAt, listNumberHistory } from '@linework/lines/records/line-history';
import { listLineResources } from '@linework/lines/records/list-line-resources';
import { listLines } from '@linework/lines/records/list-lines';
import { getLineAtInstantRoute, listNumberHistoryRoute } from '@linework/schemas/lines/line-history';
import {
  activateLineRoute,
  blockLineRoute,
  changeLineHolderRoute,
  changeLineRoute,
  changeNumberRoute,
  createLineRoute,
  deleteLineByVerbRoute,
  deleteLineRoute,
  getLineRoute,
  listLineEventsRoute,
  listLineResourcesRoute,
  listLinesRoute,
  swapSimRoute,
  unblockLineRoute,
} from '@linework/schemas/lines/lines.routes';
import { getLineCountsRoute } from '@linework/schemas/reports/line-counts.routes';
import { changeLineHolder } from '@linework/subscriptions/holder-changes/change-line-holder';
import type { Deps } from '../request/deps.ts';
import { endpoint, eventsOf, page, record } from '../request/endpoint.ts';
import { buildOrderHeaders } from './orders.ts';

const createLineEndpoint = endpoint(createLineRoute, async ({ body, query, caller, correlationId }, { db, notify }) => {
  const { customerId: holderId, ...wanted } = body;
  const creation = {
    orderType: provisionLine,
    caller,
    correlationId,
    notBefore: query.notBefore,
    reason: query.reason,
    holderId,
    ...wanted,
  };
  const { orderId, line } = await createLine({ db, notify }, creation);
  return { status: 202, body: line, headers: buildOrderHeaders(orderId) };
});

export const lines = {
  '/lines': {
    get: page(listLinesRoute, ({ query, caller }, { db }) => listLines(db, caller, query)),
    post: createLineEndpoint,
    '/{id}': {
      get: record(getLineRoute, ({ params, caller }, { db }) => findLine(db, { caller, lineId: params.id })),
      post: endpoint(deleteLineRoute, terminate),
      patch: record(changeLineRoute, ({ params, body, caller }, { db }) =>
        changeLine(db, { caller, lineId: params.id, ...body }),
      ),
      delete: endpoint(deleteLineByVerbRoute, terminate),
      '/activate': {
        post: endpoint(activateLineRoute, async (request, deps) => {
          return { status: 202, ...(await placeLineOrder(activateLine, request, deps)) };
        }),
      },
      '/block': {
        post: endpoint(blockLineRoute, async (request, deps) => {
          return { status: 200, ...(await placeLineOrder(blockLine, request, deps)) };
        }),
      },
      '/unblock': {
        post: endpoint(unblockLineRoute, async (request, deps) => {
          return { status: 202, ...(await placeLineOrder(unblockLine, request, deps)) };
        }),
      },
      '/sim-swap': {
        post: endpoint(swapSimRoute, async (request, deps) => {
          const options = { claims: [{ type: 'SIM', from: request.body.sim }] } as const;
          return { status: 202, ...(await placeLineOrder(swapSim, request, deps, options)) };
        }),
      },
      '/number-change': {
        post: endpoint(changeNumberRoute, async (request, deps) => {
          const options = { claims: [{ type: 'MSISDN', from: request.body.msisdn }] } as const;
          return { status: 202, ...(await placeLineOrder(changeNumber, request, deps, options)) };
        }),
      },
      '/holder-change': {
        post: endpoint(
          changeLineHolderRoute,
          async ({ params, body, query, caller, correlationId }, { db, notify }) => {
            const change = { caller, correlationId, lineId: params.id, ...body, ...query };
            const { orderId, line } = await changeLineHolder({ db, notify }, change);
            return { status: 202, body: line, headers: buildOrderHeaders(orderId) };
          },
        ),
      },
      '/events': {
        get: eventsOf(listLineEventsRoute, 'line'),
      },
      '/past': {
        get: record(getLineAtInstantRoute, ({ params, query, caller }, { db }) =>
          findLineAt(db, { caller, lineId: params.id, ...query }),
        ),
      },
      '/resources': {
        get: page(listLineResourcesRoute, ({ params, query, caller }, { db }) =>
          listLineResources(db, { caller, lineId: params.id, ...query }),
        ),
      },
    },
  },
  '/numbers/{msisdn}/history': {
    get: page(listNumberHistoryRoute, ({ params, query, caller }, { db }) =>
      listNumberHistory(db, { caller, ...params, ...query }),
    ),
  },
  '/line-counts': {
    get: record(getLineCountsRoute, ({ query, caller }, { db }) => getLineCounts(db, caller, query)),
  },
} as const;

async function terminate(request: LineRequest, deps: Deps) {
  return { status: 202, ...(await placeLineOrder(terminateLine, request, deps)) } as const;
}

interface LineRequest {
  readonly params: { readonly id: string };
  readonly query: { readonly notBefore?: Date | undefined; readonly reason?: string | undefined };
  readonly caller: Caller;
  readonly correlationId: string;
}

/** The claims of an operation, in addition to its order type. */
type OrderClaims = Pick<LineOrderRequest, 'claims'>;

/** Places an order on the line of the request; returns the line and the headers that locate the order. */
async function placeLineOrder(
  orderType: LineOrderType,
  { params, query, caller, correlationId }: LineRequest,
  deps: Deps,
  options: OrderClaims = {},
) {
  const { orderId, line } = await placeOrder(deps, {
    orderType,
    caller,
    lineId: params.id,
    correlationId,
    notBefore: query.notBefore,
    reason: query.reason,
    ...options,
  });
  return { body: line, headers: buildOrderHeaders(orderId) };
}

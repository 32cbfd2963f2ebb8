import {
  acceptDrift,
  findDrift,
  getReconciliation,
  listDrifts,
  repairDrift,
} from '@linework/lines/reconciliation/drifts';
import {
  acceptDriftRoute,
  getDriftRoute,
  getReconciliationRoute,
  listDriftEventsRoute,
  listDriftsRoute,
  repairDriftRoute,
} from '@linework/schemas/drifts/drifts.routes';
import { endpoint, eventsOf, page, record } from '../request/endpoint.ts';
import { buildOrderHeaders } from './orders.ts';

export const drifts = {
  '/drifts': {
    get: page(listDriftsRoute, ({ query, caller }, { db }) => listDrifts(db, caller, query)),
    '/{id}': {
      get: record(getDriftRoute, ({ params, caller }, { db }) => findDrift(db, { caller, driftId: params.id })),
      '/repair': {
        post: endpoint(repairDriftRoute, async ({ params, caller, correlationId }, deps) => {
          const { orderId, line } = await repairDrift(deps, { caller, driftId: params.id, correlationId });
          return { status: 202, body: line, headers: buildOrderHeaders(orderId) };
        }),
      },
      '/accept': {
        post: record(acceptDriftRoute, ({ params, body, caller }, { db }) =>
          acceptDrift(db, { caller, driftId: params.id, ...body }),
        ),
      },
      '/events': { get: eventsOf(listDriftEventsRoute, 'drift') },
    },
  },
  '/reconciliation': {
    get: record(getReconciliationRoute, ({ caller }, { db }) => getReconciliation(db, caller)),
  },
} as const;

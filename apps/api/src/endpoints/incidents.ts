import { findIncident, listIncidents } from '@linework/orders/incidents/find-incidents';
import { recordIncident } from '@linework/orders/incidents/record-incident';
import {
  getIncidentRoute,
  listIncidentsRoute,
  recordIncidentRoute,
} from '@linework/schemas/incidents/incidents.routes';
import { endpoint, page, record } from '../request/endpoint.ts';

export const incidents = {
  '/order-incidents': {
    get: page(listIncidentsRoute, ({ query }, { db }) => listIncidents(db, query)),
    post: endpoint(recordIncidentRoute, async ({ body, caller }, { db }) => {
      const incident = await recordIncident(db, { caller, ...body });
      return { status: 200, headers: { Location: `/order-incidents/${incident.id}` }, body: incident };
    }),
    '/{id}': {
      get: record(getIncidentRoute, ({ params }, { db }) => findIncident(db, params.id)),
    },
  },
} as const;

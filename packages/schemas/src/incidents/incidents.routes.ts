import { defineRoute } from '@linework/http/define-route';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { incident, incidentKey } from './incident.ts';

const filter = z.string().min(1).max(200).optional();

export const listIncidentsRoute = defineRoute({
  name: 'listOrderIncidents',
  method: 'get',
  path: '/order-incidents',
  tag: 'orders',
  summary: 'List who is on failed orders, and the notes about them',
  description:
    'An incident is what operators know of the failed orders with the same type, step and error code. `GET ' +
    '/order-groups` counts these orders, and shows their incident to operators.',
  scope: 'operator',
  query: listQuery({ sortBy: { createdAt: 'time' }, filters: { type: filter, step: filter, errorCode: filter } }),
  responses: {
    200: {
      description: 'One page of incidents.',
      body: pagedEnvelope(incident),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const getIncidentRoute = defineRoute({
  name: 'getOrderIncident',
  method: 'get',
  path: '/order-incidents/{id}',
  tag: 'orders',
  summary: 'Get an incident',
  description: 'An incident stays when its orders are repaired: the error may come back.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The incident.', body: incident } },
  problems: ['not-found'],
});

export const recordIncidentRoute = defineRoute({
  name: 'recordOrderIncident',
  method: 'post',
  path: '/order-incidents',
  tag: 'orders',
  summary: 'Say who is on failed orders, or write a note about them',
  description:
    'Type, step and error code name the orders, as in `GET /order-groups`. The first request about them creates ' +
    'their incident, and later ones change it. Absent members stay unchanged.',
  scope: 'operator',
  body: z
    .strictObject({
      ...incidentKey,
      assigned: z
        .boolean()
        .optional()
        .meta({ description: '`true`: the caller works on them, also in place of somebody else. `false`: nobody.' }),
      note: z.string().trim().min(1).max(1_000).nullable().optional().meta({ description: 'Null removes it.' }),
    })
    .meta({
      example: {
        type: 'LINE_BLOCK',
        step: 'LINE_BLOCK.SUSPEND_NETWORK',
        errorCode: 'network-timeout',
        assigned: true,
        note: 'The HLR is being restarted. Do not retry before 04:00.',
      },
    }),
  responses: {
    200: { description: 'The incident.', body: incident, headers: { Location: 'The incident' } },
  },
  problems: ['not-found'],
});

import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventListAnswers, eventListQuery } from '../events/event-list.ts';
import { driftLifecycle } from '../lifecycles/drift.lifecycle.ts';
import { line } from '../lines/line.ts';
import { driftKinds } from '../values/drift-kinds.ts';
import { orderHeaders } from '../values/place-order.ts';
import { drift, reconciliation } from './drift.ts';

const tag = 'drifts';
const params = z.strictObject({ id: z.uuid() });

export const listDriftsRoute = defineRoute({
  name: 'listDrifts',
  method: 'get',
  path: '/drifts',
  tag,
  summary: 'List drifts',
  description:
    'Differences between lines and the register of the network that two comparisons have found. `createdAtFrom` is ' +
    'since when. An operator sees those of every broker.',
  scope: 'lines:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      ...timeFilters,
      kind: listFromText(z.enum(driftKinds)).optional(),
      status: listFromText(z.enum(driftLifecycle.statuses)).optional(),
      lineId: listFromText(z.uuid()).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of drifts.',
      body: pagedEnvelope(drift),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const getDriftRoute = defineRoute({
  name: 'getDrift',
  method: 'get',
  path: '/drifts/{id}',
  tag,
  summary: 'Get a drift',
  description: 'With what the line says and what the register has.',
  scope: 'lines:read',
  params,
  responses: { 200: { description: 'The drift.', body: drift } },
  problems: ['not-found'],
});

export const repairDriftRoute = defineRoute({
  name: 'repairDrift',
  method: 'post',
  path: '/drifts/{id}/repair',
  tag,
  summary: 'Repair a drift',
  description:
    'Places an order that brings the network to what the line says. `POST /orders/preview` with the type ' +
    'LINE_RECONCILE is its dry run. The order fails, and changes nothing, if the subscriber is not ours.',
  scope: 'lines:write',
  params,
  responses: { 202: { description: 'The line with its open order.', body: line, headers: orderHeaders } },
  problems: ['not-found', 'invalid-status-transition', 'open-order', 'drift-without-line'],
});

export const acceptDriftRoute = defineRoute({
  name: 'acceptDrift',
  method: 'post',
  path: '/drifts/{id}/accept',
  tag,
  summary: 'Accept a drift',
  description:
    'The difference stays, for a reason. It is reported again only if the register has something else later.',
  scope: 'lines:write',
  params,
  body: z.strictObject({ reason: z.string().trim().min(1).max(500) }),
  responses: { 200: { description: 'The drift.', body: drift } },
  problems: ['not-found', 'invalid-status-transition'],
});

export const listDriftEventsRoute = defineRoute({
  name: 'listDriftEvents',
  method: 'get',
  path: '/drifts/{id}/events',
  tag,
  summary: 'List the events of a drift',
  description: 'When it was found, accepted, repaired or gone.',
  scope: 'lines:read',
  params,
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
});

export const getReconciliationRoute = defineRoute({
  name: 'getReconciliation',
  method: 'get',
  path: '/reconciliation',
  tag,
  summary: 'Get the state of the reconciliation',
  description:
    'How far the comparison of the lines with the register is, how fast it reads, and the share of lines with an ' +
    'open drift. A broker sees the numbers of its own lines.',
  scope: 'lines:read',
  responses: { 200: { description: 'The state.', body: reconciliation } },
  problems: [],
});

import { defineRoute } from '@linework/http/define-route';
import { listFromText, msisdnFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { eventListRequest } from '../events/event-list.ts';
import { portOutLifecycle } from '../lifecycles/port-out.lifecycle.ts';
import { freeForm } from '../values/free-form.ts';
import { e164Number, operatorCode, ticket, windowFilters } from './number.ts';
import { portOut } from './port-out.ts';

export const listPortOutsRoute = defineRoute({
  name: 'listPortOuts',
  method: 'get',
  path: '/portability/port-outs',
  tag: 'Portability',
  summary: 'List port-outs',
  description: 'Lists the numbers that leave for other operators.',
  scope: 'portability:read',
  query: listQuery({
    sortBy: { createdAt: 'time', windowFrom: 'time' },
    filters: {
      ...timeFilters,
      ...windowFilters,
      status: listFromText(z.enum(portOutLifecycle.statuses)).optional(),
      msisdn: msisdnFromText(e164Number).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of port-outs.',
      body: pagedEnvelope(portOut),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createPortOutRoute = defineRoute({
  name: 'createPortOut',
  method: 'post',
  path: '/portability/port-outs',
  tag: 'Portability',
  summary: 'Port a number out to another operator',
  description: 'At the window an order terminates the line and withdraws its number. A window in the past means now.',
  scope: 'portability:write',
  body: z.strictObject({
    ticket,
    msisdn: e164Number,
    recipient: operatorCode,
    windowFrom: timestampFromText,
    metadata: freeForm.default({}),
  }),
  responses: {
    202: {
      description: 'The port-out, which waits for its window.',
      body: portOut,
      headers: { Location: 'The port-out' },
    },
  },
  problems: ['portability-rejected', 'ticket-taken'],
});

export const getPortOutRoute = defineRoute({
  name: 'getPortOut',
  method: 'get',
  path: '/portability/port-outs/{id}',
  tag: 'Portability',
  summary: 'Get a port-out',
  description: 'The line is terminated when the window begins.',
  scope: 'portability:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The port-out.', body: portOut } },
  problems: ['not-found'],
});

export const cancelPortOutRoute = defineRoute({
  name: 'cancelPortOut',
  method: 'post',
  path: '/portability/port-outs/{id}/cancel',
  tag: 'Portability',
  summary: 'Cancel a port-out before its window',
  description:
    'Linework requests the cancel at the clearing house. Until it responds, the port-out is CANCELLING and its ' +
    'line stays in service, even if the window begins meanwhile. ' +
    'If it refuses, the port-out is PENDING again and continues at its window. Once the window has begun, the ' +
    'response is 409 `window-begun`.',
  scope: 'portability:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    202: {
      description: 'The port-out, which is being cancelled.',
      body: portOut,
      headers: { Location: 'The port-out' },
    },
  },
  problems: ['not-found', 'window-begun', 'invalid-status-transition'],
});

export const listPortOutEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listPortOutEvents',
  path: '/portability/port-outs/{id}/events',
  tag: 'Portability',
  summary: 'List the events of a port-out, oldest first',
  scope: 'portability:read',
});

import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventListAnswers, eventListQuery } from '../events/event-list.ts';
import { brokerLifecycle } from '../lifecycles/broker.lifecycle.ts';
import { broker } from './broker.ts';
import { brokerCellGroup, brokerCode, brokerName } from './broker-details.ts';

const part = z.string().min(1).max(200);

export const listBrokersRoute = defineRoute({
  name: 'listBrokers',
  method: 'get',
  path: '/brokers',
  tag: 'brokers',
  summary: 'List brokers',
  description: 'Only operators see brokers.',
  scope: 'operator',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time', name: 'text' },
    filters: {
      ...timeFilters,
      status: listFromText(z.enum(brokerLifecycle.statuses)).optional(),
      name: part.optional().meta({ description: 'A part of the name; upper and lower case are equal.' }),
      code: part.optional().meta({ description: 'The whole code.' }),
    },
  }),
  responses: {
    200: {
      description: 'One page of brokers.',
      body: pagedEnvelope(broker),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createBrokerRoute = defineRoute({
  name: 'createBroker',
  method: 'post',
  path: '/brokers',
  tag: 'brokers',
  summary: 'Create a broker',
  description:
    'A new broker has no keys and no ranges. Create a key for it with `POST /api-keys`, and assign ranges to it ' +
    'with `POST /inventory/ranges`. ' +
    'Without `cellGroup` it gets the group of this installation, the setting `CELL_GROUP`. ' +
    'If a name, a code or an id is taken, the 409 lists all of them in `errors`.',
  scope: 'operator',
  body: z.strictObject({
    id: z.uuid().optional().meta({ description: 'The id of this broker in another Linework. A new id by default.' }),
    name: brokerName,
    code: brokerCode.optional(),
    cellGroup: brokerCellGroup.optional(),
  }),
  responses: { 201: { description: 'The broker.', body: broker, headers: { Location: 'The broker' } } },
  problems: ['broker-taken'],
});

export const getBrokerRoute = defineRoute({
  name: 'getBroker',
  method: 'get',
  path: '/brokers/{id}',
  tag: 'brokers',
  summary: 'Get a broker',
  description: 'Only operators see brokers.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The broker.', body: broker } },
  problems: ['not-found'],
});

export const changeBrokerRoute = defineRoute({
  name: 'changeBroker',
  method: 'patch',
  path: '/brokers/{id}',
  tag: 'brokers',
  summary: 'Change the name or the code of a broker; null removes the code',
  description:
    'A change affects what is shown from then on. Records refer to their broker by its id. ' +
    'A broker without `cellGroup` can get one; its keys without a group stay valid. A group that is set stays: 409 ' +
    '`cell-group-set`.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    name: brokerName.optional(),
    code: brokerCode.nullable().optional(),
    cellGroup: brokerCellGroup.optional(),
  }),
  responses: { 200: { description: 'The broker as it is now.', body: broker } },
  problems: ['not-found', 'broker-taken', 'cell-group-set'],
});

export const exportBrokerRoute = defineRoute({
  name: 'exportBroker',
  method: 'get',
  path: '/brokers/{id}/export',
  tag: 'brokers',
  summary: 'Export everything of a broker',
  description:
    'Lines of JSON as one moment has them: `{"file": ..., "row": ...}` for each row, in the format of a move-in, and ' +
    'everything as it is stored in files `archive/...`. The last line is `{"manifest": ...}`, with the rows and the ' +
    'SHA-256 of each file, and with what is left out and why; without it the export broke off. Secrets of SIMs and ' +
    'tokens of payment methods are in no export of the API. `linework export broker` writes the files.',
  scope: 'exports:create',
  cost: 'replay',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The rows and the manifest.', mediaType: 'application/x-ndjson' } },
  problems: ['not-found'],
});

/** The common parts of the routes that suspend and resume a broker. */
const moveRoute = {
  tag: 'brokers',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The broker as it is now.', body: broker } },
  problems: ['not-found', 'invalid-status-transition'],
} as const;

export const suspendBrokerRoute = defineRoute({
  name: 'suspendBroker',
  method: 'post',
  path: '/brokers/{id}/suspend',
  summary: 'Suspend a broker: its keys are refused within 5 seconds everywhere',
  description:
    'Requests with its keys get 403 `broker-suspended`. Its open orders, bulk operations, invoices and payments ' +
    'continue. ' +
    'No delivery to its webhook endpoints starts any more: its events, retries, replays and resends wait, and a ' +
    'sample fails as `broker-suspended`. ' +
    'Operators can still see and change its records.',
  ...moveRoute,
});

export const resumeBrokerRoute = defineRoute({
  name: 'resumeBroker',
  method: 'post',
  path: '/brokers/{id}/resume',
  summary: 'Resume a suspended broker: its keys work again',
  description:
    'Keys that ended meanwhile stay ended. Its webhook endpoints get everything that waited, in the same order as ' +
    'before.',
  ...moveRoute,
});

export const listBrokerEventsRoute = defineRoute({
  name: 'listBrokerEvents',
  method: 'get',
  path: '/brokers/{id}/events',
  tag: 'brokers',
  summary: 'List the events of a broker, oldest first',
  description: 'Events are listed oldest first.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
});

import { defineRoute } from '@linework/http/define-route';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventListAnswers, eventListQuery } from '../events/event-list.ts';
import { freeForm } from '../values/free-form.ts';
import { orderHeaders, placeOrderQuery } from '../values/place-order.ts';
import { claimSource } from './claim-source.ts';
import { line } from './line.ts';
import { lineAssignment } from './line-assignment.ts';
import { lineFilters } from './line-filters.ts';
import {
  defineAcceptedOperation,
  defineAcceptedOperationWithBody,
  defineImmediateOperation,
} from './line-operation.ts';
import { newLine } from './new-line.ts';

export const listLinesRoute = defineRoute({
  name: 'listLines',
  method: 'get',
  path: '/lines',
  tag: 'lines',
  summary: 'List lines',
  description: 'Several filters are combined with AND. Several values of one filter are combined with OR.',
  scope: 'lines:read',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: lineFilters,
  }),
  responses: {
    200: {
      description: 'One page of lines.',
      body: pagedEnvelope(line),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createLineRoute = defineRoute({
  name: 'createLine',
  method: 'post',
  path: '/lines',
  tag: 'lines',
  summary: 'Create a line',
  description: 'Claims the number and the SIM and opens an order that creates the line on the network.',
  scope: 'lines:write',
  query: placeOrderQuery,
  body: newLine,
  responses: { 202: { description: 'The line with its open order.', body: line, headers: orderHeaders } },
  problems: [
    'external-code-taken',
    'holder-anonymised',
    'number-in-use',
    'one-resource-per-type',
    'sim-in-use',
    'sim-without-imsi',
    'unknown-holder',
    'unknown-subscription',
    'resource-not-available',
    'resource-group-incomplete',
    'unknown-source',
  ],
});

export const getLineRoute = defineRoute({
  name: 'getLine',
  method: 'get',
  path: '/lines/{id}',
  tag: 'lines',
  summary: 'Get a line',
  description: 'A member without a value is left out.',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The line.', body: line } },
  problems: ['not-found'],
});

const description =
  'The line is TERMINATING until its order is COMPLETED, and then TERMINATED. It is removed from the network ' +
  'permanently.';

/** The operation is a POST on the line, as the public contract defines it. */
export const deleteLineRoute = defineAcceptedOperation({
  name: 'deleteLine',
  method: 'post',
  path: '/lines/{id}',
  summary: 'Delete a line',
  description,
  scope: 'lines:delete',
});

/** The same operation as a DELETE. */
export const deleteLineByVerbRoute = defineAcceptedOperation({
  name: 'deleteLineByVerb',
  method: 'delete',
  path: '/lines/{id}',
  summary: 'Delete a line, by the method DELETE',
  description,
  scope: 'lines:delete',
});

export const changeLineRoute = defineRoute({
  name: 'changeLine',
  method: 'patch',
  path: '/lines/{id}',
  tag: 'lines',
  summary: 'Change the external code and metadata of a line',
  description: 'Absent members stay unchanged.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    externalCode: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .optional()
      .meta({ description: 'Unique among the lines of a broker; null removes it.' }),
    metadata: freeForm.optional().meta({ description: 'Replaces all metadata.' }),
  }),
  responses: { 200: { description: 'The changed line.', body: line } },
  problems: ['not-found', 'external-code-taken'],
});

export const activateLineRoute = defineAcceptedOperation({
  name: 'activateLine',
  method: 'post',
  path: '/lines/{id}/activate',
  summary: 'Activate a line',
  description: 'The line is ACTIVATING until its order is COMPLETED, and then ACTIVE.',
  scope: 'lines:write',
});

export const blockLineRoute = defineImmediateOperation({
  name: 'blockLine',
  method: 'post',
  path: '/lines/{id}/block',
  summary: 'Block a line',
  description: 'The line is BLOCKING until its order is COMPLETED, and then BLOCKED. It keeps its number and its SIM.',
  scope: 'lines:write',
});

export const unblockLineRoute = defineAcceptedOperation({
  name: 'unblockLine',
  method: 'post',
  path: '/lines/{id}/unblock',
  summary: 'Unblock a line',
  description: 'The line is ACTIVATING until its order is COMPLETED, and then ACTIVE.',
  scope: 'lines:write',
});

export const swapSimRoute = defineAcceptedOperationWithBody(
  {
    name: 'swapSim',
    method: 'post',
    path: '/lines/{id}/sim-swap',
    summary: 'Swap the SIM of a line',
    description:
      'The line keeps its status. It has the old SIM until its order has changed the SIM on the network. The old ' +
      'SIM is then decommissioned.',
    scope: 'lines:write',
  },
  z.strictObject({ sim: claimSource }),
);

export const changeNumberRoute = defineAcceptedOperationWithBody(
  {
    name: 'changeNumber',
    method: 'post',
    path: '/lines/{id}/number-change',
    summary: 'Change the number of a line',
    description:
      'The line keeps its status. It has the old number until its order has changed the number on the network.',
    scope: 'lines:write',
  },
  z.strictObject({ msisdn: claimSource }),
);

export const changeLineHolderRoute = defineRoute({
  name: 'changeLineHolder',
  method: 'post',
  path: '/lines/{id}/holder-change',
  tag: 'lines',
  summary: 'Give a line to another holder of its broker',
  description:
    'The line keeps its status, its number and its SIM, and nothing changes on the network. It leaves its ' +
    'subscription, whose bills and usage stay with the former holder, and joins the one that the request names, if ' +
    'any. What is left of the credits of the former holder ends. A subscription without another line ends as after ' +
    'a deletion. Until its order is COMPLETED, the line belongs to the former holder. `errors` names everything ' +
    'that is against it.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  query: placeOrderQuery,
  body: z.strictObject({
    customerId: z.uuid().meta({ description: 'The new holder.' }),
    subscriptionId: z
      .uuid()
      .optional()
      .meta({ description: 'A subscription of the new holder that is DRAFT, ACTIVE or PAUSED.' }),
  }),
  responses: { 202: { description: 'The line with its open order.', body: line, headers: orderHeaders } },
  problems: ['not-found', 'invalid-status-transition', 'open-order', 'holder-change-refused'],
});

export const listLineEventsRoute = defineRoute({
  name: 'listLineEvents',
  method: 'get',
  path: '/lines/{id}/events',
  tag: 'lines',
  summary: 'List the events of a line',
  description: 'Events are listed oldest first.',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
});

export const listLineResourcesRoute = defineRoute({
  name: 'listLineResources',
  method: 'get',
  path: '/lines/{id}/resources',
  tag: 'lines',
  summary: 'List the numbers and SIMs that a line has or had',
  description:
    'Each number and SIM with the time in which the line had it, newest first. A number or SIM that is not in the ' +
    'inventory is not listed.',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  query: listQuery({ sortBy: { heldFrom: 'time' }, filters: {} }),
  responses: {
    200: {
      description: 'One page of numbers and SIMs.',
      body: pagedEnvelope(lineAssignment),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-found'],
});

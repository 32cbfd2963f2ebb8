import { defineRoute } from '@linework/http/define-route';
import { listFromText, wholeNumberFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { positionFromText } from '@linework/http/position-from-text';
import { z } from 'zod';
import { eventListAnswers, eventListQuery } from '../events/event-list.ts';
import { waitLimitSeconds } from '../events/feed-filters.ts';
import { claimSource } from '../lines/claim-source.ts';
import { newLine } from '../lines/new-line.ts';
import { freeForm } from '../values/free-form.ts';
import { hasMembers } from '../values/has-members.ts';
import { notBefore } from '../values/not-before.ts';
import { order } from './order.ts';
import { orderAttempt } from './order-attempt.ts';
import { orderExplanation } from './order-explanation.ts';
import { orderFilters, orderSorts } from './order-filters.ts';
import { groupMembers, orderGroups } from './order-group.ts';
import { orderPreview } from './order-preview.ts';
import { operatorRequest, orderRequest, requestReason } from './order-request.ts';
import { stepIdInPath } from './step-id-in-path.ts';

export const listOrdersRoute = defineRoute({
  name: 'listOrders',
  method: 'get',
  path: '/orders',
  tag: 'orders',
  summary: 'List orders',
  description:
    'Orders that need attention have the status FAILED, ROLLBACK_FAILED or CANCEL_FAILED and `superseded=false`. ' +
    '`step` and `errorCode` find them by the failed step and the error code.',
  scope: 'orders:read',
  calls: 'orders',
  query: listQuery({ sortBy: orderSorts, filters: orderFilters }),
  responses: {
    200: {
      description: 'One page of orders.',
      body: pagedEnvelope(order),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

const members = {
  lineId: z.uuid(),
  line: newLine,
  sim: claimSource,
  msisdn: claimSource,
  customerId: z.uuid(),
  subscriptionId: z.uuid(),
};

/** The members that each order type requires. */
const requiredMembers = {
  LINE_PROVISION: ['line'],
  LINE_BLOCK: ['lineId'],
  LINE_UNBLOCK: ['lineId'],
  LINE_ACTIVATION: ['lineId'],
  LINE_TERMINATION: ['lineId'],
  LINE_RECONCILE: ['lineId'],
  LINE_SIM_SWAP: ['lineId', 'sim'],
  LINE_NUMBER_CHANGE: ['lineId', 'msisdn'],
  LINE_HOLDER_CHANGE: ['lineId', 'customerId'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof members)[]>>;

type PreviewedType = keyof typeof requiredMembers;

/** The members that an order type may have. */
const optionalMembers: Readonly<Partial<Record<PreviewedType, readonly string[]>>> = {
  LINE_HOLDER_CHANGE: ['subscriptionId'],
};

const names = Object.keys(members) as readonly (keyof typeof members)[];

const body = z
  .strictObject({
    type: z.enum(Object.keys(requiredMembers) as [PreviewedType, ...PreviewedType[]]),
    lineId: members.lineId.optional().meta({ description: 'The line; required for every type except LINE_PROVISION.' }),
    line: members.line.optional().meta({ description: 'The new line for LINE_PROVISION, as in `POST /lines`.' }),
    sim: members.sim.optional().meta({ description: 'The new SIM for LINE_SIM_SWAP.' }),
    msisdn: members.msisdn.optional().meta({ description: 'The new number for LINE_NUMBER_CHANGE.' }),
    customerId: members.customerId.optional().meta({ description: 'The new holder for LINE_HOLDER_CHANGE.' }),
    subscriptionId: members.subscriptionId
      .optional()
      .meta({ description: 'The subscription of the new holder for LINE_HOLDER_CHANGE.' }),
    notBefore,
  })
  .superRefine((request, context) => {
    const required: readonly string[] = requiredMembers[request.type];
    for (const name of names) {
      if (required.includes(name) === (request[name] !== undefined)) continue;
      if (optionalMembers[request.type]?.includes(name)) continue;
      const message = required.includes(name)
        ? `is missing: ${request.type} requires it`
        : `is not allowed for ${request.type}`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  })
  .meta({ example: { type: 'LINE_BLOCK', lineId: '019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42' } });

export type PreviewRequest = z.output<typeof body>;

export const previewOrderRoute = defineRoute({
  name: 'previewOrder',
  method: 'post',
  path: '/orders/preview',
  tag: 'orders',
  summary: 'Preview an order',
  description:
    'Dry run: returns the order without placing it. A request that the operation would reject gets the same ' +
    'problem here. ' +
    'When the order is placed, its number or SIM from a pool may be a different one.',
  scope: 'lines:write',
  body,
  responses: { 200: { description: 'The order that the request would place.', body: orderPreview } },
  problems: [
    'not-found',
    'invalid-status-transition',
    'open-order',
    'external-code-taken',
    'number-in-use',
    'sim-in-use',
    'resource-not-available',
    'resource-group-incomplete',
    'one-resource-per-type',
    'sim-without-imsi',
    'unknown-holder',
    'holder-anonymised',
    'unknown-subscription',
    'unknown-source',
    'holder-change-refused',
  ],
});

export const notifyOrdersRoute = defineRoute({
  name: 'notifyOrders',
  method: 'post',
  path: '/orders/notifications',
  tag: 'orders',
  summary: 'Notify Linework that the network has finished a call that it had accepted',
  description:
    'The notification names an order, with which the idempotency key of the call begins, or its line. Linework ' +
    'then asks the network and uses only its response, at most once a second for each order. The response to the ' +
    'notification is the same for known and unknown orders.',
  scope: 'operator',
  body: z
    .strictObject({ orderId: z.uuid().optional(), lineId: z.uuid().optional() })
    .refine(({ orderId, lineId }) => orderId !== undefined || lineId !== undefined, {
      error: 'must have orderId or lineId',
      when: hasMembers,
    }),
  responses: { 204: { description: 'The notification is accepted.' } },
  problems: [],
});

export const getOrderRoute = defineRoute({
  name: 'getOrder',
  method: 'get',
  path: '/orders/{orderId}',
  tag: 'orders',
  summary: 'Get an order',
  description:
    'Every member is always present. With `waitSeconds` the response comes when the order has settled, or at the ' +
    'end of that time.',
  scope: 'orders:read',
  calls: 'orders',
  params: z.strictObject({ orderId: z.uuid() }),
  query: z.strictObject({
    waitSeconds: wholeNumberFromText({ min: 0, max: waitLimitSeconds })
      .default(0)
      .meta({ description: 'How long to wait until the order has settled.' }),
  }),
  responses: { 200: { description: 'The order.', body: order } },
  problems: ['not-found'],
});

export const explainOrderRoute = defineRoute({
  name: 'explainOrder',
  method: 'get',
  path: '/orders/{orderId}/explanation',
  tag: 'orders',
  summary: 'Explain why an order stands where it stands',
  description: 'Says in one sentence what the order waits for, and lists what it allows now and what it has changed.',
  scope: 'orders:read',
  params: z.strictObject({ orderId: z.uuid() }),
  responses: { 200: { description: 'The explanation.', body: orderExplanation } },
  problems: ['not-found', 'order-version-unknown'],
});

/** More attempts than an order can have: a cursor beyond is no cursor of this list. */
const attemptLimit = 1_000_000;

export const listOrderAttemptsRoute = defineRoute({
  name: 'listOrderAttempts',
  method: 'get',
  path: '/orders/{orderId}/attempts',
  tag: 'orders',
  summary: 'List the attempts of an order',
  description: 'Attempts of all steps are listed oldest first.',
  scope: 'orders:read',
  params: z.strictObject({ orderId: z.uuid() }),
  query: z.strictObject({
    limit: wholeNumberFromText({ min: 1, max: 100 }).default(20),
    cursor: positionFromText(attemptLimit).optional(),
  }),
  responses: {
    200: {
      description: 'Attempts of the order.',
      body: pagedEnvelope(orderAttempt),
      headers: { Link: 'The next attempts' },
    },
  },
  problems: ['not-found'],
});

export const listOrderEventsRoute = defineRoute({
  name: 'listOrderEvents',
  method: 'get',
  path: '/orders/{orderId}/events',
  tag: 'orders',
  summary: 'List the events of an order',
  description: 'Events are listed oldest first.',
  scope: 'orders:read',
  params: z.strictObject({ orderId: z.uuid() }),
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
});

export const cancelOrderRoute = defineRoute({
  ...orderRequest,
  name: 'cancelOrder',
  path: '/orders/{orderId}/cancel',
  summary: 'Cancel an order',
  description:
    'An order that has not started is CANCELLED immediately. Otherwise it stops at the next step boundary and is ' +
    'CANCELLING until the steps that have started are undone.',
  body: z.strictObject({ reason: z.string().min(1).max(500).optional() }).optional(),
});

export const retryOrderRoute = defineRoute({
  ...orderRequest,
  problems: [...orderRequest.problems, 'invalid-input'],
  name: 'retryOrder',
  path: '/orders/{orderId}/retry',
  summary: 'Retry a failed order from the step that failed',
  description: '`input` replaces the input with which the order was placed. It is allowed only for a FAILED order.',
  body: z.strictObject({ input: freeForm.optional(), reason: requestReason.optional() }).optional(),
});

export const rollbackOrderRoute = defineRoute({
  ...orderRequest,
  name: 'rollbackOrder',
  path: '/orders/{orderId}/rollback',
  summary: 'Roll back a failed order',
  description: 'Undoes every step that has started. The order is ROLLING_BACK until its steps are undone.',
  body: z.strictObject({ reason: requestReason.optional() }).optional(),
});

export const skipStepRoute = defineRoute({
  ...operatorRequest,
  name: 'skipStep',
  path: '/orders/{orderId}/steps/{stepId}/skip',
  summary: 'Skip the failed step of an order and continue with the next one',
  description: 'Only an operator may skip a step, because the network may then differ from the order.',
  params: z.strictObject({ orderId: z.uuid(), stepId: stepIdInPath }),
});

export const closeOrderRoute = defineRoute({
  ...operatorRequest,
  name: 'closeOrder',
  path: '/orders/{orderId}/close',
  summary: 'Close a failed order without changing its line',
  description:
    'A replacement SIM or number that the order claimed is suspended. Resume it when the network no longer has it ' +
    'on the line, or decommission it.',
});

export const listOrderGroupsRoute = defineRoute({
  name: 'listOrderGroups',
  method: 'get',
  path: '/order-groups',
  tag: 'orders',
  summary: 'Group the orders that need attention',
  description:
    'Counts the failed orders that no newer order has superseded, by order type, step and error code. The filters ' +
    'are those of `GET /orders`. Each group has the filter that lists exactly its orders, for a list or for a ' +
    'bulk operation.',
  scope: 'orders:read',
  cost: 'list',
  query: z.strictObject({
    by: listFromText(z.enum(groupMembers))
      .optional()
      .meta({ description: 'The members that the orders of a group share. The default is `type,step,error`.' }),
    ...orderFilters,
  }),
  responses: { 200: { description: 'The groups, the largest first.', body: orderGroups, isTable: true } },
  problems: [],
});

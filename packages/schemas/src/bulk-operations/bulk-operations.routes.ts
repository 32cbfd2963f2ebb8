import { defineRoute } from '@linework/http/define-route';
import { listFromText, wholeNumberFromText } from '@linework/http/from-text';
import { bodyLimitBytes } from '@linework/http/limits';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { positionFromText } from '@linework/http/position-from-text';
import { z } from 'zod';
import { bulkOperationLifecycle } from '../lifecycles/bulk-operation.lifecycle.ts';
import { freeForm } from '../values/free-form.ts';
import { hasMembers } from '../values/has-members.ts';
import { bulkItem, bulkOutcomes } from './bulk-item.ts';
import {
  approvalLimitHours,
  bulkLimit,
  bulkName,
  bulkOperation,
  bulkOperations,
  createdBulkOperation,
  isOrderOperation,
  isRowOperation,
  orderOperations,
  ordersPerMinute,
  rowLimit,
  rowOperations,
} from './bulk-operation.ts';
import { bulkPreview, selectionChange, selectionDigest } from './bulk-preview.ts';
import { bulkRowPreview, listOfOperation, rowLists } from './bulk-rows.ts';
import { bulkItemSelection, lineSelection, orderSelection, previewedOrderSelection } from './bulk-selection.ts';

export const listBulkOperationsRoute = defineRoute({
  name: 'listBulkOperations',
  method: 'get',
  path: '/bulk-operations',
  tag: 'bulk-operations',
  summary: 'List bulk operations',
  description: 'Lists the bulk operations of the broker, with their counts. An operator sees those of every broker.',
  scope: 'lines:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      ...timeFilters,
      status: listFromText(z.enum(bulkOperationLifecycle.statuses)).optional(),
      operation: listFromText(z.enum(bulkOperations)).optional(),
      brokerId: listFromText(z.uuid()).optional(),
      correlationId: z.string().min(1).max(255).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of bulk operations.',
      body: pagedEnvelope(bulkOperation),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

// Each of the orders gets a copy, and the limit is that of a single order.
const metadata = freeForm
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= bodyLimitBytes,
    `must not be longer than ${bodyLimitBytes} bytes as JSON`,
  )
  .refine((value) => !Object.hasOwn(value, 'actor'), {
    path: ['actor'],
    error: 'is reserved: it shows the actor of an order',
  });

const body = z
  .strictObject({
    operation: z.enum(bulkOperations),
    ...lineSelection,
    ...orderSelection,
    ...bulkItemSelection,
    ...rowLists,
    name: bulkName.optional(),
    digest: selectionDigest.optional().meta({
      description:
        'The `digest` of a dry run. If other orders are selected now, or a bulk operation was created with it ' +
        'before, the answer is 409, and nothing is created.',
    }),
    ordersPerMinute: ordersPerMinute
      .optional()
      .meta({ description: 'At most so many orders each minute; it can be changed while the operation runs.' }),
    reason: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'Required to retry, roll back, cancel or close orders. Stored with the bulk operation.' }),
    metadata: metadata.optional().meta({
      description:
        'Each order that is placed gets a copy. The member `actor` is reserved: it shows the actor of an order.',
    }),
  })
  .superRefine(
    (value, context) => {
      for (const { path, message } of findSelectionErrors(value)) context.addIssue({ code: 'custom', path, message });
    },
    { when: hasMembers },
  )
  .meta({
    oneOf: [
      { required: ['lineIds'] },
      { required: ['filter'] },
      { required: ['orderIds'] },
      { required: ['orderFilter'] },
      { required: ['bulkItems'] },
      { required: ['newLines'] },
      { required: ['simSwaps'] },
      { required: ['numberChanges'] },
    ],
  });

interface BulkSelectionInput {
  readonly operation?: string;
  readonly lineIds?: unknown;
  readonly filter?: unknown;
  readonly orderIds?: unknown;
  readonly orderFilter?: unknown;
  readonly bulkItems?: unknown;
  readonly newLines?: unknown;
  readonly simSwaps?: unknown;
  readonly numberChanges?: unknown;
  readonly digest?: string | undefined;
  readonly reason?: string | undefined;
}

/** Checks rules that involve several members. */
function findSelectionErrors({
  operation,
  reason,
  digest,
  ...selections
}: BulkSelectionInput): readonly { readonly path: string[]; readonly message: string }[] {
  const isOrderOperationName = typeof operation === 'string' && isOrderOperation(operation);
  const allowedNames: readonly SelectionName[] =
    typeof operation === 'string' && isRowOperation(operation)
      ? [listOfOperation[operation]]
      : isOrderOperationName
        ? ['orderIds', 'orderFilter', 'bulkItems']
        : ['lineIds', 'filter', 'bulkItems'];
  const givenNames = allowedNames.filter((name) => selections[name] !== undefined);
  return [
    ...(givenNames.length === 1 ? [] : [{ path: [], message: `must have one of ${allowedNames.join(', ')}` }]),
    ...selectionNames
      .filter((name) => !allowedNames.includes(name) && selections[name] !== undefined)
      .map((name) => ({ path: [name], message: `does not belong to the operation ${operation}` })),
    ...(isOrderOperationName && reason === undefined
      ? [{ path: ['reason'], message: 'is missing: send the reason for the change of the orders' }]
      : []),
    ...(!isOrderOperationName && digest !== undefined
      ? [{ path: ['digest'], message: 'belongs to operations on orders only' }]
      : []),
  ];
}

const selectionNames = [
  'lineIds',
  'filter',
  'orderIds',
  'orderFilter',
  'bulkItems',
  'newLines',
  'simSwaps',
  'numberChanges',
] as const;
type SelectionName = (typeof selectionNames)[number];

export const createBulkOperationRoute = defineRoute({
  name: 'createBulkOperation',
  method: 'post',
  path: '/bulk-operations',
  tag: 'bulk-operations',
  summary: `Start the same operation on up to ${bulkLimit} lines or orders, or on up to ${rowLimit} rows of a list`,
  description: `The lines or orders are fixed when this is answered. They are processed from then on at a bounded \
rate, in turns with those of other brokers.
One that is not there, is of another broker, or is named twice or by no id, is an item with a problem. It keeps no other
from being processed.
Lines are of one broker. Orders of several brokers, which only an operator can name, are a bulk operation for each \
broker under one correlation id.
To create lines, to swap SIMs and to change numbers takes a list whose rows name what each line gets, by number, ICCID
or id. Each row gets its order once; a list that is sent again needs the same \`Idempotency-Key\`.
To delete lines also needs the scope lines:delete; to retry, roll back or cancel orders orders:write; to close orders \
the key of an operator.
Above a number that is a setting, one that a person creates waits ${approvalLimitHours} hours for the approval of \
another person.`,
  scope: 'lines:write',
  // The maximum number of UUIDs, plus the usual limit for everything else.
  cost: 'batch',
  bodyLimitBytes: 512 * 1024,
  body,
  responses: {
    202: {
      description: 'The bulk operation, which is running or awaits approval.',
      body: createdBulkOperation,
      headers: { Location: 'The bulk operation' },
    },
  },
  problems: [
    'no-lines',
    'no-orders',
    'selection-changed',
    'selection-confirmed',
    'several-brokers',
    'too-many-lines',
    'too-many-orders',
  ],
  problemMembers: { 409: selectionChange },
});

export const getBulkOperationRoute = defineRoute({
  name: 'getBulkOperation',
  method: 'get',
  path: '/bulk-operations/{id}',
  tag: 'bulk-operations',
  summary: 'Get a bulk operation with its counts',
  description: 'Once the bulk operation has ended, the counts are final.',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The bulk operation.', body: bulkOperation } },
  problems: ['not-found'],
});

export const changeBulkOperationRoute = defineRoute({
  name: 'changeBulkOperation',
  method: 'patch',
  path: '/bulk-operations/{id}',
  tag: 'bulk-operations',
  summary: 'Change the rate or the name of a bulk operation',
  description: `The new rate applies from the next item on. \`null\` removes the rate of its own. The rate that all \
bulk operations share stays the upper limit.
Of a bulk operation that another person has approved, a slower rate applies at once. A faster one, or none, awaits \
approval again, and nothing is processed until
then, unless a person who did not create it asks for it.`,
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z
    .strictObject({ name: bulkName.optional(), ordersPerMinute: ordersPerMinute.nullable().optional() })
    .meta({ example: { ordersPerMinute: 600 } }),
  responses: { 200: { description: 'The bulk operation.', body: bulkOperation } },
  problems: ['not-found', 'bulk-operation-ended', 'rate-awaits-approval'],
});

export const listBulkItemsRoute = defineRoute({
  name: 'listBulkItems',
  method: 'get',
  path: '/bulk-operations/{id}/items',
  tag: 'bulk-operations',
  summary: 'List the items of a bulk operation with their outcomes, in the order in which they were sent',
  description: 'A refused item has the problem that a request for its line or order alone would have got.',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  query: z
    .strictObject({
      limit: wholeNumberFromText({ min: 1, max: 100 }).default(20),
      cursor: positionFromText(bulkLimit).optional(),
      after: wholeNumberFromText({ min: 0, max: bulkLimit })
        .optional()
        .meta({ deprecated: true, description: 'Continue after this position. Use `cursor` instead.' }),
      outcome: listFromText(z.enum(bulkOutcomes)).optional(),
    })
    .refine((query) => !('after' in query && 'cursor' in query), {
      path: ['after'],
      error: 'cannot be combined with cursor',
      when: () => true,
    }),
  responses: {
    200: {
      description: 'Items of the bulk operation.',
      body: pagedEnvelope(bulkItem),
      headers: { Link: 'The next items' },
    },
  },
  problems: ['not-found'],
});

export const approveBulkOperationRoute = defineRoute({
  name: 'approveBulkOperation',
  method: 'post',
  path: '/bulk-operations/{id}/approve',
  tag: 'bulk-operations',
  summary: 'Approve a bulk operation of another person',
  description:
    'Only a person who has signed in to the console approves, and never the person who created it. To refuse it, ' +
    'cancel it.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The bulk operation.', body: bulkOperation } },
  problems: ['not-found', 'invalid-status-transition', 'person-required', 'same-person'],
});

export const pauseBulkOperationRoute = defineRoute({
  name: 'pauseBulkOperation',
  method: 'post',
  path: '/bulk-operations/{id}/pause',
  tag: 'bulk-operations',
  summary: 'Process no further item of a bulk operation until it is resumed',
  description: 'Orders that were placed or changed continue. It stays paused until someone resumes or cancels it.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The bulk operation.', body: bulkOperation } },
  problems: ['not-found', 'invalid-status-transition'],
});

export const resumeBulkOperationRoute = defineRoute({
  name: 'resumeBulkOperation',
  method: 'post',
  path: '/bulk-operations/{id}/resume',
  tag: 'bulk-operations',
  summary: 'Process the items of a paused bulk operation again',
  description: 'It continues with the first item that was not processed.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The bulk operation.', body: bulkOperation } },
  problems: ['not-found', 'invalid-status-transition'],
});

export const cancelBulkOperationRoute = defineRoute({
  name: 'cancelBulkOperation',
  method: 'post',
  path: '/bulk-operations/{id}/cancel',
  tag: 'bulk-operations',
  summary: 'Process no further item of a bulk operation; orders that were placed or changed continue',
  description: 'To cancel orders that were placed or changed, cancel each of them.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    202: {
      description: 'The bulk operation, which is being cancelled.',
      body: bulkOperation,
      headers: { Location: 'The bulk operation' },
    },
  },
  problems: ['not-found', 'invalid-status-transition'],
});

export const previewBulkOperationRoute = defineRoute({
  name: 'previewBulkOperation',
  method: 'post',
  path: '/bulk-operation-previews',
  tag: 'bulk-operations',
  summary: 'Count the orders that a bulk operation would change, and the reasons why it would not change others',
  description:
    'Dry run: changes no order. The rules are checked for each order at this moment; its status may be different ' +
    'when the bulk operation processes it. ' +
    'The key also needs the scope of the operation. The selected orders are kept for an hour, so that a later ' +
    'request can be told what has changed.',
  scope: 'orders:read',
  cost: 'batch',
  bodyLimitBytes: 512 * 1024,
  body: z
    .strictObject({ operation: z.enum(orderOperations), ...previewedOrderSelection, ...bulkItemSelection })
    .refine(
      (body) =>
        [body.orderIds, body.orderFilter, body.bulkItems].filter((selection) => selection !== undefined).length === 1,
      {
        error: 'must have one of orderIds, orderFilter, bulkItems',
        when: hasMembers,
      },
    )
    .meta({ oneOf: [{ required: ['orderIds'] }, { required: ['orderFilter'] }, { required: ['bulkItems'] }] }),
  responses: { 200: { description: 'The counts.', body: bulkPreview } },
  problems: ['no-orders', 'too-many-orders'],
});

export const previewBulkRowsRoute = defineRoute({
  name: 'previewBulkRows',
  method: 'post',
  path: '/bulk-row-previews',
  tag: 'bulk-operations',
  summary: 'Say which rows of a list a bulk operation would refuse, and why',
  description:
    'Dry run: places no order and creates nothing. Each row is tried as it is now, and the answer names every row ' +
    'that would be refused. Rows that want the same line, the same number or the same SIM are refused after the first.',
  scope: 'lines:write',
  cost: 'batch',
  bodyLimitBytes: 512 * 1024,
  body: z
    .strictObject({ operation: z.enum(rowOperations), ...rowLists })
    .superRefine(
      (value, context) => {
        for (const { path, message } of findSelectionErrors(value)) context.addIssue({ code: 'custom', path, message });
      },
      { when: hasMembers },
    )
    .meta({ oneOf: [{ required: ['newLines'] }, { required: ['simSwaps'] }, { required: ['numberChanges'] }] }),
  responses: { 200: { description: 'The counts, and the rows that would be refused.', body: bulkRowPreview } },
  problems: ['several-brokers', 'no-lines'],
});

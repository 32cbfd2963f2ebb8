import { defineRoute } from '@linework/http/define-route';
import { bodyLimitBytes } from '@linework/http/limits';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { hasMembers } from '../has-members.ts';
import {
  approvalLimitHours,
  bulkLimit,
  bulkName,
  bulkOperations,
  createdBulkOperation,
  isOrderOperation,
  ordersPerMinute,
} from './bulk-operation.ts';
import { selectionChange, selectionDigest } from './bulk-preview.ts';
import { bulkItemSelection, lineSelection, orderSelection } from './bulk-selection.ts';

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
    name: bulkName.optional(),
    digest: selectionDigest.optional().meta({
      description:
        'The `digest` of a dry run. If other orders are selected now, or a bulk operation was created with it before, the answer is 409, and nothing is created.',
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
    ],
  });

interface BulkSelectionInput {
  readonly operation?: string;
  readonly lineIds?: unknown;
  readonly filter?: unknown;
  readonly orderIds?: unknown;
  readonly orderFilter?: unknown;
  readonly bulkItems?: unknown;
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
  const [allowedNames, otherNames] = isOrderOperationName
    ? [orderSelectionNames, lineSelectionNames]
    : [lineSelectionNames, orderSelectionNames];
  const givenNames = allowedNames.filter((name) => selections[name] !== undefined);
  return [
    ...(givenNames.length === 1 ? [] : [{ path: [], message: `must have one of ${allowedNames.join(', ')}` }]),
    ...otherNames
      .filter((name) => !(allowedNames as readonly string[]).includes(name) && selections[name] !== undefined)
      .map((name) => ({ path: [name], message: `does not belong to the operation ${operation}` })),
    ...(isOrderOperationName && reason === undefined
      ? [{ path: ['reason'], message: 'is missing: send the reason for the change of the orders' }]
      : []),
    ...(!isOrderOperationName && digest !== undefined
      ? [{ path: ['digest'], message: 'belongs to operations on orders only' }]
      : []),
  ];
}

const lineSelectionNames = ['lineIds', 'filter', 'bulkItems'] as const;
const orderSelectionNames = ['orderIds', 'orderFilter', 'bulkItems'] as const;

export const createBulkOperationRoute = defineRoute({
  name: 'createBulkOperation',
  method: 'post',
  path: '/bulk-operations',
  tag: 'bulk-operations',
  summary: `Start the same operation on up to ${bulkLimit} lines or orders`,
  description: `The lines or orders are fixed when this is answered. They are processed from then on at a bounded rate, in turns with those of other brokers.
One that is not there, or is of another broker, is an item with a problem and keeps no other from being processed.
Lines are of one broker. Orders of several brokers, which only an operator can name, are a bulk operation for each broker under one correlation id.
To delete lines also needs the scope lines:delete; to retry, roll back or cancel orders orders:write; to close orders the key of an operator.
Above a number that is a setting, one that a person creates waits ${approvalLimitHours} hours for the approval of another person.`,
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

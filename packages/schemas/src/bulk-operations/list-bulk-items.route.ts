import { defineRoute } from '@linework/http/define-route';
import { listFromText, wholeNumberFromText } from '@linework/http/from-text';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { positionFromText } from '@linework/http/position-from-text';
import { z } from 'zod';
import { bulkItem, bulkOutcomes } from './bulk-item.ts';
import { bulkLimit } from './bulk-operation.ts';

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

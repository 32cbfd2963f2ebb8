import { defineRoute } from '@linework/http/define-route';
import { manyOf, wholeNumberFromText } from '@linework/http/from-text';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { bulkItem, bulkOutcomes } from './bulk-item.ts';
import { bulkLimit } from './bulk-operation.ts';

export const listBulkItemsRoute = defineRoute({
  name: 'listBulkItems',
  method: 'get',
  path: '/bulk-operations/{id}/items',
  tag: 'bulk-operations',
  summary: 'What has become of each item of a bulk operation, in the order in which they were given',
  description: 'An item that was refused has the problem that a request for its line or order alone would have been answered with.',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({
    limit: wholeNumberFromText({ min: 1, max: 100 }).default(20),
    after: wholeNumberFromText({ min: 0, max: bulkLimit }).default(0).meta({ description: 'Read on behind this place; from `Link`.' }),
    outcome: manyOf(z.enum(bulkOutcomes)).optional(),
  }),
  answers: {
    200: { description: 'Items of it.', body: pagedEnvelope(bulkItem), headers: { Link: 'The next items' } },
  },
  problems: ['not-found'],
});

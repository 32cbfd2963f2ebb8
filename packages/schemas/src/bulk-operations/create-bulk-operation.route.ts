import { defineRoute } from '@linework/http/define-route';
import { bodyLimitBytes } from '@linework/http/limits';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { hasMembers } from '../has-members.ts';
import { lineFilters } from '../lines/line-filters.ts';
import { bulkLimit, bulkOperation, bulkOperations } from './bulk-operation.ts';

const lineIds = z
  .array(z.uuid().toLowerCase())
  .min(1)
  .max(bulkLimit)
  .superRefine((ids, context) => {
    const seen = new Set<string>();
    for (const [at, id] of ids.entries()) {
      if (seen.has(id)) context.addIssue({ code: 'custom', path: [at], message: 'is named before' });
      seen.add(id);
    }
  });

// Nobody means every line there is by leaving everything out.
const filter = z
  .strictObject(lineFilters)
  .refine((given) => Object.values(given).some((value) => value !== undefined), 'must name at least one of its members')
  .meta({ description: 'The lines that match at the moment of the request, as in the list of lines.' });

// Each of the orders gets a copy, and no other order can bring more.
const metadata = freeForm.refine(
  (given) => Buffer.byteLength(JSON.stringify(given)) <= bodyLimitBytes,
  `must not be longer than ${bodyLimitBytes} bytes as JSON`,
);

export const createBulkOperationRoute = defineRoute({
  name: 'createBulkOperation',
  method: 'post',
  path: '/bulk-operations',
  tag: 'bulk-operations',
  summary: `Do the same to as many as ${bulkLimit} lines`,
  description:
    'The lines are fixed when this is answered; their orders are placed from then on at a bounded rate. To delete also needs the scope lines:delete.',
  scope: 'lines:write',
  // As many UUIDs as there may be, and the usual measure for everything else.
  cost: 'batch',
  bodyLimitBytes: 512 * 1024,
  body: z
    .strictObject({ operation: z.enum(bulkOperations), lineIds: lineIds.optional(), filter: filter.optional(), metadata: metadata.optional() })
    .refine((body) => (body.lineIds === undefined) !== (body.filter === undefined), { error: 'must have either lineIds or filter', when: hasMembers })
    .meta({ oneOf: [{ required: ['lineIds'] }, { required: ['filter'] }] }),
  answers: { 202: { description: 'The bulk operation, under way.', body: bulkOperation, headers: { Location: 'The bulk operation' } } },
  problems: [],
});

import { z } from 'zod';
import { lineFilters } from '../lines/line-filters.ts';
import { orderFilters } from '../orders/order-filters.ts';
import { bulkOutcomes } from './bulk-item.ts';
import { bulkLimit } from './bulk-operation.ts';

const distinctIds = z
  .array(z.uuid().toLowerCase())
  .min(1)
  .max(bulkLimit)
  .superRefine((ids, context) => {
    const seen = new Set<string>();
    for (const [at, id] of ids.entries()) {
      if (seen.has(id)) context.addIssue({ code: 'custom', path: [at], message: 'is listed before' });
      seen.add(id);
    }
  });

// An empty filter would select every record, which is never intended.
const hasFilter = (filter: object) => Object.values(filter).some((value) => value !== undefined);
const filterRequired = 'must name at least one of its members';

/** The items of an earlier bulk operation with some outcomes: the rest of it. */
export const bulkItemSelection = {
  bulkItems: z
    .strictObject({
      bulkOperationId: z.uuid(),
      outcome: z.array(z.enum(bulkOutcomes)).min(1).max(bulkOutcomes.length).default(['FAILED', 'REFUSED']),
    })
    .optional()
    .meta({
      description:
        'The lines or orders of these items of an earlier bulk operation of the same broker, as their outcomes ' +
        'are now.',
    }),
};

/** The selected lines: by id, or by a filter. */
export const lineSelection = {
  lineIds: distinctIds.optional(),
  filter: z
    .strictObject(lineFilters)
    .refine(hasFilter, filterRequired)
    .optional()
    .meta({ description: 'The lines that match at the moment of the request, as in the list of lines.' }),
};

/** The selected orders: by id, or by a filter. */
export const orderSelection = {
  orderIds: distinctIds
    .optional()
    .meta({ description: 'An unknown id becomes a refused item. The other items are processed.' }),
  orderFilter: z
    .strictObject(orderFilters)
    .refine(hasFilter, filterRequired)
    .optional()
    .meta({ description: 'The orders that match at the moment of the request, as in the list of orders.' }),
};

import { eachAlone } from '@linework/http/request/each-alone';
import { z } from 'zod';
import { lineFilters } from '../lines/line-filters.ts';
import { orderFilters } from '../orders/order-filters.ts';
import { bulkOutcomes } from './bulk-item.ts';
import { bulkLimit } from './bulk-operation.ts';

const id = z.uuid().toLowerCase();

/** One that is malformed or repeated becomes a refused item. */
const sentIds = z.array(eachAlone(id)).min(1).max(bulkLimit);

const distinctIds = z
  .array(id)
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
  lineIds: sentIds.optional().meta({
    description: 'An id that is unknown, malformed or repeated becomes a refused item. The other items are processed.',
  }),
  filter: z
    .strictObject(lineFilters)
    .refine(hasFilter, filterRequired)
    .optional()
    .meta({ description: 'The lines that match at the moment of the request, as in the list of lines.' }),
};

const filteredOrders = {
  orderFilter: z
    .strictObject(orderFilters)
    .refine(hasFilter, filterRequired)
    .optional()
    .meta({ description: 'The orders that match at the moment of the request, as in the list of orders.' }),
};

/** The selected orders: by id, or by a filter. */
export const orderSelection = {
  orderIds: sentIds.optional().meta({
    description: 'An id that is unknown, malformed or repeated becomes a refused item. The other items are processed.',
  }),
  ...filteredOrders,
};

/** The orders of a dry run. It reports a malformed or repeated id at once. */
export const previewedOrderSelection = {
  orderIds: distinctIds.optional().meta({ description: 'An unknown id counts as refused.' }),
  ...filteredOrders,
};

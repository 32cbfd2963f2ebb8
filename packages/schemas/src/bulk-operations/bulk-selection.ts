import { z } from 'zod';
import { lineFilters } from '../lines/line-filters.ts';
import { orderFilters } from '../orders/order-filters.ts';
import { bulkLimit } from './bulk-operation.ts';

const distinctIds = z
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

// Nobody means every record there is by leaving everything out.
const hasFilter = (given: object) => Object.values(given).some((value) => value !== undefined);
const filterRequired = 'must name at least one of its members';

/** The lines that are meant: those named, or those that match. */
export const lineSelection = {
  lineIds: distinctIds.optional(),
  filter: z
    .strictObject(lineFilters)
    .refine(hasFilter, filterRequired)
    .optional()
    .meta({ description: 'The lines that match at the moment of the request, as in the list of lines.' }),
};

/** The orders that are meant: those named, or those that match. */
export const orderSelection = {
  orderIds: distinctIds.optional().meta({ description: 'An id that is not known is refused as an item, and keeps no other from being processed.' }),
  orderFilter: z
    .strictObject(orderFilters)
    .refine(hasFilter, filterRequired)
    .optional()
    .meta({ description: 'The orders that match at the moment of the request, as in the list of orders.' }),
};

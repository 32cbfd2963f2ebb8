import { z } from 'zod';
import { lineLabel } from '../lines/line-label.ts';
import { bulkItem } from './bulk-item.ts';

/** An item of a bulk operation with its line, and what its order failed at. */
export const bulkItemRow = bulkItem.extend({
  line: lineLabel.optional(),
  failure: z
    .strictObject({ step: z.string(), code: z.string() })
    .optional()
    .meta({ description: 'Where the order needs attention now.' }),
});

export type BulkItemRow = z.infer<typeof bulkItemRow>;

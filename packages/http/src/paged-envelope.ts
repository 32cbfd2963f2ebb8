import { z } from 'zod';

const pageMeta = z
  .strictObject({
    total: z.int().min(0),
    page: z.int().min(1),
    pageSize: z.int().min(1).max(100),
    totalPages: z.int().min(0),
    nextCursor: z.string().optional().meta({ description: 'Send it as `cursor` to read on; absent where the list ends.' }),
    prevCursor: z.string().optional().meta({ description: 'Send it as `cursor` to read the page before.' }),
  })
  .meta({ id: 'PageMeta', description: 'Where a page stands in its list.' });

export type PageMeta = z.infer<typeof pageMeta>;

/** The shape of one page of a list. */
export function pagedEnvelope<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item).max(100), meta: pageMeta });
}

import { z } from 'zod';

const pageMeta = z
  .strictObject({
    total: z.int().min(0),
    page: z.int().min(1),
    pageSize: z.int().min(1).max(100),
    totalPages: z.int().min(0),
  })
  .meta({
    id: 'PageMeta',
    description:
      'The position of a page in its list. The header `Link` has the addresses of the next and the previous page.',
  });

export type PageMeta = z.infer<typeof pageMeta>;

/** The schema of one page of a list. */
export function pagedEnvelope<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item).max(100), meta: pageMeta });
}

/** Whether this is the schema of one page of a list. */
export const isPagedEnvelope = (body: z.ZodType | undefined): body is ReturnType<typeof pagedEnvelope> =>
  body instanceof z.ZodObject && body.shape['meta'] === pageMeta;

import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listBulkItems as readItems } from '@linework/lines/bulk-operations/list-bulk-items';
import { toItemProblem } from '@linework/problem-details/stored-problem';
import type { StoredBulkItem } from '@linework/schemas/bulk-operations/bulk-item';
import { listBulkItemsRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import type { Deps } from '../deps.ts';

export const listBulkItems = implement(
  listBulkItemsRoute,
  async ({ params, query, caller, url }, { db, publicUrl }: Deps) => {
    const { cursor, after = 0, ...wanted } = query;
    const { items, meta, pages } = await readItems(db, {
      caller,
      bulkId: params.id,
      after: cursor ?? after,
      ...wanted,
    });
    return {
      status: 200,
      body: { items: items.map((item) => showItem(item, `${publicUrl}/problems`)), meta },
      headers: { Link: buildLinkHeader(url, pages) },
    };
  },
);

const showItem = ({ problem, ...item }: StoredBulkItem, errorsBase: string) => ({
  ...item,
  ...(problem && { problem: toItemProblem(problem, errorsBase) }),
});

import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listBulkOperations as readBulkOperations } from '@linework/lines/bulk-operations/list-bulk-operations';
import { listBulkOperationsRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import type { Deps } from '../deps.ts';

export const listBulkOperations = implement(listBulkOperationsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readBulkOperations(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});

import { implement } from '@linework/http/implement';
import { searchRecords as search } from '@linework/orders/search/search-records';
import { searchRecordsRoute } from '@linework/schemas/search/search.routes';
import type { Deps } from '../deps.ts';

export const searchRecords = implement(searchRecordsRoute, async ({ query, caller }, { db }: Deps) => ({
  status: 200,
  body: { items: await search(db, caller, query.q) },
}));

import { searchRecords } from '@linework/orders/search/search-records';
import { searchRecordsRoute } from '@linework/schemas/search/search.routes';
import { endpoint } from '../request/endpoint.ts';

export const search = {
  '/search': {
    get: endpoint(searchRecordsRoute, async ({ query, caller }, { db }) => ({
      status: 200,
      body: { items: await searchRecords(db, caller, query.q) },
    })),
  },
} as const;

import { changePool } from '@linework/inventory/pools/change-pool';
import { createPool } from '@linework/inventory/pools/create-pool';
import { deletePool } from '@linework/inventory/pools/delete-pool';
import { findPool } from '@linework/inventory/pools/find-pool';
import { getPoolSummary } from '@linework/inventory/pools/get-pool-summary';
import { listPoolImports } from '@linework/inventory/pools/list-pool-imports';
import { listPools } from '@linework/inventory/pools/list-pools';
import { listPoolResources } from '@linework/inventory/resource-list/list-pool-resources';
import {
  changePoolRoute,
  createPoolRoute,
  deletePoolRoute,
  getPoolRoute,
  getPoolSummaryRoute,
  listPoolEventsRoute,
  listPoolImportsRoute,
  listPoolResourcesRoute,
  listPoolsRoute,
} from '@linework/schemas/inventory/pools/pools.routes';
import { created, eventsOf, noContent, page, record } from '../request/endpoint.ts';

export const pools = {
  '/inventory/pools': {
    get: page(listPoolsRoute, ({ query, caller }, { db }) => listPools(db, caller, query)),
    post: created(createPoolRoute, '/inventory/pools', ({ body, caller }, { db }) =>
      createPool(db, { caller, ...body }),
    ),
    '/{poolId}': {
      get: record(getPoolRoute, ({ params, caller }, { db }) => findPool(db, { caller, poolId: params.poolId })),
      patch: record(changePoolRoute, ({ params, body, caller }, { db }) =>
        changePool(db, { caller, poolId: params.poolId, ...body }),
      ),
      delete: noContent(deletePoolRoute, ({ params, caller }, { db }) =>
        deletePool(db, { caller, poolId: params.poolId }),
      ),
      '/summary': {
        get: record(getPoolSummaryRoute, ({ params, caller }, { db }) =>
          getPoolSummary(db, { caller, poolId: params.poolId }),
        ),
      },
      '/resources': {
        get: page(listPoolResourcesRoute, ({ params, query, caller }, { db }) =>
          listPoolResources(db, caller, { ...query, poolId: params.poolId }),
        ),
      },
      '/imports': {
        get: page(listPoolImportsRoute, ({ params, query, caller }, { db }) =>
          listPoolImports(db, { caller, poolId: params.poolId, ...query }),
        ),
      },
      '/events': {
        get: eventsOf(listPoolEventsRoute, 'pool'),
      },
    },
  },
} as const;

import type { ListQuery } from '@linework/lists/filter-table';
import type { listResourcesRoute } from '@linework/schemas/inventory/resources.routes';

/** The filters of a list of resources. */
export type ResourceFilters = ListQuery<typeof listResourcesRoute>;

/** The filters that select pools. A resource has the type and broker of its pool. */
export type PoolFilterName = 'brokerId' | 'typeId' | 'poolId';

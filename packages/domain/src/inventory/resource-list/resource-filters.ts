import type { listResourcesRoute } from '@linework/schemas/inventory/list-resources.route';
import type { ListQuery } from '../../lists/filter-table.ts';

/** The filters of a list of resources. */
export type ResourceFilters = ListQuery<typeof listResourcesRoute>;

/** The filters that select pools. A resource has the type and broker of its pool. */
export type PoolFilterName = 'brokerId' | 'typeId' | 'poolId';

import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Page } from '@linework/lists/page';
import type { PooledResource } from '@linework/schemas/inventory/resource';
import { findPool } from '../pools/find-pool.ts';
import { printPooledResource } from '../resources/resource-columns.ts';
import { readResources } from './list-resources.ts';
import type { ResourceFilters } from './resource-filters.ts';

/**
 * Lists one page of the resources of a pool. Raises not-found when the pool does not exist or belongs to another
 * broker.
 */
export async function listPoolResources(
  db: Pick<Db, 'query'>,
  caller: Caller,
  { poolId, ...filters }: Omit<ResourceFilters, 'poolId'> & { readonly poolId: string },
): Promise<Page<PooledResource>> {
  await findPool(db, { caller, poolId });
  const page = await readResources(db, caller, { ...filters, poolId: [poolId] });
  return { ...page, items: page.items.map(printPooledResource) };
}

import type { Page as ListPage, PageQuery, PoolImport, PoolSummary, Resource, ResourcePool } from '@linework/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { readPage } from '../api/read-page.ts';
import { useResourceTypes } from '../api/use-resource-types.ts';

/** A pool with its stock. Both are one record to whoever looks at it. */
export const usePool = (poolId: string) =>
  useQuery({
    queryKey: ['pools', poolId],
    queryFn: async ({ signal }) => {
      const [pool, summary] = await Promise.all([
        linework.request<ResourcePool>('GET', `/inventory/pools/${poolId}`, { signal }),
        linework.request<PoolSummary>('GET', `/inventory/pools/${poolId}/summary`, { signal }),
      ]);
      return { pool, summary };
    },
  });

export const usePoolImports = (poolId: string) =>
  useQuery({
    queryKey: ['pools', poolId, 'imports'],
    queryFn: ({ signal }) =>
      linework.request<ListPage<PoolImport>>('GET', `/inventory/pools/${poolId}/imports`, {
        query: { limit: 20 },
        signal,
      }),
  });

/** The resources of a pool in one status or in any, those that changed last first. */
export function usePoolResources(poolId: string, status: string | undefined) {
  const query = { poolId, sortBy: 'updatedAt', ...(status && { status }) };
  return useInfiniteQuery({
    queryKey: ['pools', poolId, 'resources', query],
    queryFn: ({ pageParam, signal }) => readPage<Resource>('/inventory/resources', pageParam, signal),
    initialPageParam: { ...query, limit: '25' } as PageQuery,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
}

/** What a pool has: numbers or SIMs. */
export function useResourceTypeName(): (typeId: string) => string | undefined {
  const { data } = useResourceTypes();
  return (typeId) => data?.find(({ id }) => id === typeId)?.name;
}

import type { BulkItemRow } from '@linework/schemas/bulk-operations/bulk-item-row';
import type { PageQuery } from '@linework/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { readPage } from '../api/read-page.ts';
import type { Batch } from './batch-contract.ts';
import { type BatchGroup, findGroup } from './batch-group.ts';

const runningPollMs = 2_000;

/** A batch with those that were confirmed together with it. */
export const useBatch = (batchId: string) =>
  useQuery({
    queryKey: ['batch', batchId],
    queryFn: async ({ signal }): Promise<BatchGroup> => {
      const batch: Batch = await linework.bulkOperations.get(batchId, { signal });
      const sameRequest: Batch[] = [];
      const { correlationId } = batch;
      for await (const one of linework.bulkOperations.list({ correlationId, limit: 100 }, { signal }))
        sameRequest.push(one);
      return findGroup(batch, sameRequest);
    },
    // A batch has no events of its own: its orders have, and the end of the batch comes after the last of them.
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.finishedAt === undefined ? runningPollMs : false,
  });

interface Position {
  /** The place of the batch whose items are read. */
  readonly part: number;
  readonly query: PageQuery;
}

/** The items of the batches, one batch after the other. */
export function useBatchItems(ids: readonly string[], outcome: string | undefined) {
  const first = { limit: '100', ...(outcome && { outcome }) } as PageQuery;
  return useInfiniteQuery({
    queryKey: ['batch', ids[0], 'items', ids, outcome],
    queryFn: ({ pageParam: { part, query }, signal }) =>
      readPage<BulkItemRow>(`/bulk-operations/${ids[part]}/item-rows`, query, signal),
    initialPageParam: { part: 0, query: first } as Position,
    getNextPageParam: ({ next }, _pages, { part }): Position | undefined => {
      if (next !== undefined) return { part, query: next };
      return part + 1 < ids.length ? { part: part + 1, query: first } : undefined;
    },
    enabled: ids.length > 0,
  });
}

import type { Event, Page as ListPage, ResourceDetails } from '@linework/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { isNotFound } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';

export interface Allocation {
  readonly id: string;
  readonly customerId: string;
  readonly lineId?: string;
  readonly heldFrom: string;
  readonly heldTo?: string;
}

export interface ResourceRecord {
  /** Undefined once it is removed. Its events stay. */
  readonly resource: ResourceDetails | undefined;
  readonly events: ListPage<Event>;
  readonly allocations: readonly Allocation[];
}

/** A resource with what happened to it, also after it was removed. */
export const useResource = (resourceId: string): UseQueryResult<ResourceRecord> =>
  useQuery({
    queryKey: ['resource', resourceId],
    queryFn: async ({ signal }) => {
      const path = `/inventory/resources/${resourceId}` as const;
      const query = { limit: 100 };
      const [resource, events] = await Promise.all([
        linework.request<ResourceDetails>('GET', path, { signal }).catch(undefinedIfRemoved),
        linework.request<ListPage<Event>>('GET', `${path}/events`, { query, signal }),
      ]);
      const allocations =
        resource && (await linework.request<ListPage<Allocation>>('GET', `${path}/allocations`, { query, signal }));
      return { resource, events, allocations: allocations?.items ?? [] };
    },
  });

/** One that never was has no events either, which says so. */
function undefinedIfRemoved(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

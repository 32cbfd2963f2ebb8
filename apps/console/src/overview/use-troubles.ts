import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { endpointState } from '../webhooks/endpoint-state.ts';

const pollMs = 15_000;

/** How many things are stopped or fail, beside orders. A count is undefined as long as it is not known. */
export function useTroubles() {
  const pauses = useQuery({
    queryKey: ['pauses', 'count'],
    queryFn: async ({ signal }) => (await linework.pauses.list({ ended: false, limit: 1 }, { signal })).meta.total,
  });
  const lowPools = useQuery({
    queryKey: ['pools', 'low'],
    queryFn: async ({ signal }) => {
      const { items } = await linework.pools.list({ limit: 100 }, { signal });
      return items.filter(
        ({ availableResourcesCount, lowAvailabilityThreshold }) => availableResourcesCount <= lowAvailabilityThreshold,
      ).length;
    },
  });
  const failingEndpoints = useQuery({
    queryKey: ['webhook-endpoints', 'failing'],
    queryFn: async ({ signal }) =>
      (await linework.webhookEndpoints.list({ limit: 100 }, { signal })).items.filter(
        (endpoint) => endpointState(endpoint) === 'failing',
      ).length,
    // Whether a receiver fails is no event.
    refetchInterval: pollMs,
  });
  return { pauses: pauses.data, lowPools: lowPools.data, failingEndpoints: failingEndpoints.data };
}

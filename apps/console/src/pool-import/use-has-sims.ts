import type { ResourcePool } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';

/** Whether the resources of a pool are SIMs. */
export function useHasSims({ typeId }: ResourcePool): boolean {
  const { data } = useQuery({
    queryKey: ['resource-types'],
    queryFn: async ({ signal }) => (await linework.resourceTypes.list({ limit: 100 }, { signal })).items,
    staleTime: 300_000,
  });
  return data?.find(({ id }) => id === typeId)?.code === 'SIM';
}

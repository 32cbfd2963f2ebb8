import { useQuery } from '@tanstack/react-query';
import { linework } from './linework.ts';

/** The types of resources: numbers, SIMs and what was added. */
export const useResourceTypes = () =>
  useQuery({
    queryKey: ['resource-types'],
    queryFn: async ({ signal }) => (await linework.resourceTypes.list({ limit: 100 }, { signal })).items,
    staleTime: 300_000,
  });

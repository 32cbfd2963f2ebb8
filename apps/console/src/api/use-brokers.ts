import { useQuery } from '@tanstack/react-query';
import { linework } from './linework.ts';

/** The brokers by name. */
export const useBrokers = () =>
  useQuery({
    queryKey: ['brokers'],
    queryFn: async ({ signal }) =>
      (await linework.brokers.list({ limit: 100, sortBy: 'name', sortOrder: 'asc' }, { signal })).items,
    staleTime: 300_000,
  });

/** The name of a broker, or the end of its id as long as the name is not known. */
export function useBrokerName(): (id: string) => string {
  const { data } = useBrokers();
  return (id) => data?.find((broker) => broker.id === id)?.name ?? `…${id.slice(-8)}`;
}

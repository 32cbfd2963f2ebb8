import { useQuery } from '@tanstack/react-query';
import { t } from '../language/translate.ts';
import { linework } from './linework.ts';
import { useSession } from './session.ts';

/** The brokers by name. A person of a broker knows only that one, and sees no other's records. */
export function useBrokers() {
  const isOfBroker = useSession().data?.operator.brokerId !== undefined;
  return useQuery({
    queryKey: ['brokers'],
    queryFn: async ({ signal }) =>
      (await linework.brokers.list({ limit: 100, sortBy: 'name', sortOrder: 'asc' }, { signal })).items,
    staleTime: 300_000,
    enabled: !isOfBroker,
  });
}

/** The name of a broker, or the end of its id as long as the name is not known. */
export function useBrokerName(): (id: string) => string {
  const { data } = useBrokers();
  const own = useSession().data?.operator.brokerId;
  return (id) =>
    id === own ? t('Your broker') : (data?.find((broker) => broker.id === id)?.name ?? `…${id.slice(-8)}`);
}

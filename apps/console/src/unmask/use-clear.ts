import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { useSession } from '../api/session.ts';
import type { UnmaskedKind } from './unmask-dialog.tsx';

/**
 * The open record in clear, for those who speak with the person it is about; undefined for everybody else, and until it
 * is read. It is read again with each version of the masked record. The audit keeps that this person has opened it,
 * once each time.
 */
export function useClear<Row>(resource: UnmaskedKind, id: string, version: string | undefined): Row | undefined {
  const isCare = useSession().data?.operator.role === 'care';
  const { data } = useQuery({
    queryKey: ['clear', resource, id, version],
    queryFn: async () =>
      await linework.request<{ readonly record: Row }>('POST', '/unmask', {
        // The audit keeps it, as it keeps a reason that is typed: in English, whoever reads it.
        body: { resource, id, reason: `opened the page of this ${resource}` },
        isIdempotent: false,
        maxRetries: 0,
      }),
    enabled: isCare && version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return isCare ? data?.record : undefined;
}

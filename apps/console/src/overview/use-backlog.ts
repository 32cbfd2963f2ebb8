import type { Backlog } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';

const pollMs = 10_000;

/** What waits and how fast work is done. Nothing announces that time passes, so it is read again every few seconds. */
export const useBacklog = () =>
  useQuery({
    queryKey: ['backlog'],
    queryFn: ({ signal }) => linework.request<Backlog>('GET', '/backlog', { signal }),
    refetchInterval: pollMs,
  });

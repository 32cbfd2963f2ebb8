import type { Page as ListPage, Pause } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { hasScope, useSession } from '../api/session.ts';

const pollMs = 10_000;

/** What is paused now. How many orders wait for it is no event, so that is read again while something is paused. */
export function usePauses({ isAsked = false } = {}) {
  const mayRead = hasScope(useSession().data, 'operator');
  return useQuery({
    enabled: mayRead || isAsked,
    queryKey: ['pauses'],
    queryFn: ({ signal }) =>
      linework.request<ListPage<Pause>>('GET', '/pauses', { query: { ended: false, limit: 100 }, signal }),
    refetchInterval: ({ state }) => ((state.data?.items.length ?? 0) > 0 ? pollMs : false),
  });
}

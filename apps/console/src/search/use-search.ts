import type { SearchHit } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';

/** A shorter text names too much. */
export const shortestText = 3;

/** What the server finds by anything that names it, exact hits first. */
export const useSearchResult = (text: string | undefined) =>
  useQuery({
    queryKey: ['search', text],
    queryFn: async ({ signal }) =>
      (
        await linework.request<{ readonly items: readonly SearchHit[] }>('GET', '/search', {
          query: { q: text ?? '' },
          signal,
        })
      ).items,
    enabled: (text?.trim().length ?? 0) >= shortestText,
  });

import type { Page as ListPage, RequestOptions } from '@linework/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isNotFound } from '../../api/describe-error.ts';
import { linework } from '../../api/linework.ts';
import { hasScope, useSession } from '../../api/session.ts';

/** A named filter of a page, as far as the page shows it. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** The query of the address, without the question mark. */
  readonly query: string;
  readonly shared: boolean;
  readonly own: boolean;
}

export const savedViewsKey = ['saved-views'];

/** The views of a page: the own ones, and those that others share; `null` if the server has no such route. */
export function useSavedViews(page: string) {
  const mayRead = hasScope(useSession().data, 'operator');
  return useQuery({
    enabled: mayRead,
    queryKey: [...savedViewsKey, page],
    queryFn: async ({ signal }): Promise<readonly SavedView[] | null> => {
      try {
        const query = { view: page, sortBy: 'name', sortOrder: 'asc', limit: 100 };
        return (await linework.request<ListPage<SavedView>>('GET', '/saved-views', { query, signal })).items;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
}

export interface NewView {
  readonly page: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
}

export const createView = (body: NewView, options: RequestOptions) =>
  linework.request<SavedView>('POST', '/saved-views', { ...options, body });

export function useDeleteView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => linework.request('DELETE', `/saved-views/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: savedViewsKey }),
  });
}

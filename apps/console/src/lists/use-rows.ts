import type { PageQuery } from '@linework/sdk';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPage } from '../api/read-page.ts';
import { mergeFresh, type Row } from './merge-fresh.ts';

const limit = '100';

type Query = Readonly<Record<string, string>>;

/**
 * The rows of a list. Those that are shown are updated in place and never move. Rows that came since are only counted,
 * until `showNew` reads the list again. `name` is the first part of the keys of its queries.
 */
export function useRows<Item extends Row>(name: string, path: `/${string}`, query: Query) {
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: [name, 'list', query],
    queryFn: ({ pageParam, signal }) => readPage<Item>(path, pageParam, signal),
    initialPageParam: { ...query, limit } as PageQuery,
    getNextPageParam: ({ next }) => next,
    // Rows stay where they are while they are looked at. Who comes back to the page reads it anew, without what was
    // repaired meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const top = useQuery({
    queryKey: [name, 'top', query],
    queryFn: ({ signal }) => readPage<Item>(path, { ...query, limit }, signal),
    enabled: list.isSuccess,
    initialData: () => list.data?.pages[0],
  });
  const merged = useMemo(
    () => mergeFresh(list.data?.pages.flatMap(({ items }) => items) ?? [], top.data),
    [list.data, top.data],
  );
  const showNew = async () => {
    client.removeQueries({ queryKey: [name, 'top', query] });
    await client.resetQueries({ queryKey: [name, 'list', query] });
  };
  return { list, ...merged, total: top.data?.meta.total ?? list.data?.pages[0]?.meta.total ?? 0, showNew };
}

/** How many rows a filter has. */
export const useRowCount = (name: string, path: `/${string}`, query: Query) =>
  useQuery({
    queryKey: [name, 'count', query],
    queryFn: async ({ signal }) => (await readPage(path, { ...query, limit: '1' }, signal)).meta.total,
  });

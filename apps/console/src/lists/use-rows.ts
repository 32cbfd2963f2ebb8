import type { PageQuery } from '@linework/sdk';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPage, readRows } from '../api/read-page.ts';
import { mergeFresh, type Row } from './merge-fresh.ts';

const limit = '100';

type Query = Readonly<Record<string, string>>;

/**
 * The rows of a list. Those that are shown are updated in place and never move. Rows that came since are only counted,
 * until `showNew` reads the list again. The total of a long list is undefined until it is known. `name` is the first
 * part of the keys of its queries.
 */
export function useRows<Item extends Row>(name: string, path: `/${string}`, query: Query) {
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: [name, 'list', query],
    queryFn: ({ pageParam, signal }) => readRows<Item>(path, pageParam, signal),
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
    queryFn: ({ signal }) => readRows<Item>(path, { ...query, limit }, signal),
    enabled: list.isSuccess,
    initialData: () => list.data?.pages[0],
  });
  const first = top.data ?? list.data?.pages[0];
  const isShort = first !== undefined && first.next === undefined;
  // A long list is counted while its first rows are shown.
  const counted = useRowCount(name, path, query, first !== undefined && !isShort);
  const merged = useMemo(
    () => mergeFresh(list.data?.pages.flatMap(({ items }) => items) ?? [], top.data),
    [list.data, top.data],
  );
  const showNew = async () => {
    client.removeQueries({ queryKey: [name, 'top', query] });
    await client.resetQueries({ queryKey: [name, 'list', query] });
  };
  return { list, ...merged, total: isShort ? first.items.length : counted.data, showNew };
}

/** How many rows a filter has. */
export const useRowCount = (name: string, path: `/${string}`, query: Query, enabled = true) =>
  useQuery({
    enabled,
    queryKey: [name, 'count', query],
    queryFn: async ({ signal }) => (await readPage(path, { ...query, limit: '1' }, signal)).meta.total,
  });

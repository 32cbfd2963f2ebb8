import type { OrderRow } from '@linework/schemas/orders/order-row';
import type { PageQuery } from '@linework/sdk';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPage } from '../api/read-page.ts';
import { mergeFresh } from './merge-fresh.ts';
import { type OrdersSearch, toOrderFilter } from './orders-search.ts';

const limit = '100';

type Query = Readonly<Record<string, string>>;

/** The orders with their lines, which the public list has not. */
const readOrders = (query: PageQuery, signal: AbortSignal) => readPage<OrderRow>('/order-rows', query, signal);

/** The query of the list: the filter and the sort order. */
function toListQuery(search: OrdersSearch): Query {
  const { sortBy, sortOrder } = search;
  return { ...toOrderFilter(search), ...(sortBy && { sortBy }), ...(sortOrder && { sortOrder }) };
}

/**
 * The orders of a view. Rows that are shown are updated in place and never move. Orders that came since are only
 * counted, until `showNew` reads the list again.
 */
export function useOrders(search: OrdersSearch) {
  const client = useQueryClient();
  const query = toListQuery(search);
  const list = useInfiniteQuery({
    queryKey: ['orders', 'list', query],
    queryFn: ({ pageParam, signal }) => readOrders(pageParam, signal),
    initialPageParam: { ...query, limit } as PageQuery,
    getNextPageParam: ({ next }) => next,
    // Rows stay where they are while they are looked at. Who comes back to the page reads it anew, without what was
    // repaired meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const top = useQuery({
    queryKey: ['orders', 'top', query],
    queryFn: ({ signal }) => readOrders({ ...query, limit }, signal),
    enabled: list.isSuccess,
    initialData: () => list.data?.pages[0],
  });
  const merged = useMemo(
    () => mergeFresh(list.data?.pages.flatMap(({ items }) => items) ?? [], top.data),
    [list.data, top.data],
  );
  const showNew = async () => {
    client.removeQueries({ queryKey: ['orders', 'top', query] });
    await client.resetQueries({ queryKey: ['orders', 'list', query] });
  };
  return { list, ...merged, total: top.data?.meta.total ?? list.data?.pages[0]?.meta.total ?? 0, showNew };
}

/** How many orders a filter has. */
export const useOrderCount = (search: OrdersSearch) =>
  useQuery({
    queryKey: ['orders', 'count', toOrderFilter(search)],
    queryFn: async ({ signal }) => (await readOrders({ ...toOrderFilter(search), limit: '1' }, signal)).meta.total,
  });

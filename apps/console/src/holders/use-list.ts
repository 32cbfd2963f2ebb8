import type { Page as ListPage } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';

export interface OfHolder {
  readonly holderId: string;
}

/** How many rows of each list the page has. The list itself has all. */
export const limit = 10;

/** A list of the holder, as of the last change of any record of its kind. */
export const useList = <Item>(
  holderId: string,
  name: string,
  read: (signal: AbortSignal) => PromiseLike<ListPage<Item>>,
) =>
  useQuery({
    queryKey: ['holder', holderId, name],
    queryFn: async ({ signal }): Promise<ListPage<Item>> => await read(signal),
    placeholderData: (before) => before,
  });

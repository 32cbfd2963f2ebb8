import type { Incident } from '@linework/sdk';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { isNotFound } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { prefetchSession } from '../api/session.ts';
import { sessionKey } from '../api/session-key.ts';

/** A group of `GET /order-groups`, as far as the page shows it. */
export interface OrderGroup {
  readonly type?: string;
  readonly step?: string;
  readonly errorCode?: string;
  readonly orderCount: number;
  readonly brokerCount: number;
  readonly firstFailedAt: string;
  readonly lastFailedAt: string;
  readonly hourlyCounts: readonly number[];
  readonly filter: string;
  readonly orderFilter: Readonly<Record<string, unknown>>;
  readonly incident?: Incident;
}

export interface OrderGroups {
  readonly items: readonly OrderGroup[];
  readonly meta: { readonly total: number; readonly orderCount: number };
}

const incidentsQuery = queryOptions({
  queryKey: ['incidents'],
  queryFn: async ({ signal }): Promise<OrderGroups | null> => {
    try {
      return await linework.request<OrderGroups>('GET', '/order-groups', { signal });
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  },
});

/** What failed and is not repaired, grouped by type, step and error; `null` if the server has no such route. */
export const useIncidents = () => useQuery(incidentsQuery);

/** Begins to read the incidents, which take longest of what their pages show, while the code of the page is loaded. */
export async function prefetchIncidents(client: QueryClient): Promise<void> {
  await prefetchSession(client);
  if (client.getQueryData(sessionKey)) await client.prefetchQuery(incidentsQuery);
}

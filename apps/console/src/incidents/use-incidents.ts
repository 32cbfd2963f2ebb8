import type { Incident } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';

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

/** What failed and is not repaired, grouped by type, step and error; `null` if the server has no such route. */
export const useIncidents = () =>
  useQuery({
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

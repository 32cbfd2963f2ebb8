import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';

/** A row of `GET /order-report`, as far as the page shows it. */
export interface ReportRow {
  readonly day?: string;
  readonly type?: string;
  readonly status?: string;
  readonly errorCode?: string;
  readonly count: number;
  readonly p50Seconds?: number;
  readonly p95Seconds?: number;
}

interface Report {
  readonly items: readonly ReportRow[];
  readonly meta: { readonly total: number; readonly orderCount: number };
}

interface ReportOptions {
  readonly by: string;
  readonly days: number;
  readonly type: string | undefined;
}

const dayMs = 86_400_000;

export const reportQuery = ({ by, days, type }: ReportOptions) => ({
  by,
  createdAtFrom: new Date(Date.now() - days * dayMs).toISOString(),
  ...(type && { type }),
});

/** The orders of the last days, counted by some members; `null` if the server has no such route. */
export const useReport = ({ by, days, type }: ReportOptions) =>
  useQuery({
    queryKey: ['reports', by, days, type],
    queryFn: async ({ signal }): Promise<Report | null> => {
      try {
        return await linework.request<Report>('GET', '/order-report', {
          query: reportQuery({ by, days, type }),
          signal,
        });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });

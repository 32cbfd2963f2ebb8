import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { assembled } from '@linework/db/statement';
import type { ListQuery } from '@linework/lists/filter-table';
import type { OrderReport, ReportMember } from '@linework/schemas/reports/order-report';
import type { getOrderReportRoute } from '@linework/schemas/reports/order-report.routes';
import { bucketToSeconds, buildReportQuery, reportColumns } from './build-report-query.ts';
import { findReportPeriod } from './find-report-period.ts';

type ReportQuery = ListQuery<typeof getOrderReportRoute>;
type ReportRow = OrderReport['items'][number];

interface Row extends Pick<ReportRow, 'day' | 'type' | 'status'> {
  /** Null where no order of the row needs attention. */
  readonly errorCode?: string | null;
  readonly count: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly total: number;
  readonly totalOrders: number;
}

/** Counts the orders that the caller may see. Raises validation-error for a period that is too long. */
export async function getOrderReport(
  db: Pick<Db, 'query'>,
  caller: Caller,
  { by = ['day', 'type', 'status'], ...filters }: ReportQuery,
): Promise<OrderReport> {
  const period = findReportPeriod(filters, new Date());
  const members: readonly ReportMember[] = [...new Set(by)];
  const rows = await db.query(assembled<Row>(buildReportQuery(caller, members, { ...filters, ...period })));
  return {
    items: rows.map((row) => showRow(row, members)),
    meta: {
      total: rows[0]?.total ?? 0,
      orderCount: rows[0]?.totalOrders ?? 0,
      createdAtFrom: period.createdAtFrom.toISOString(),
      createdAtTo: period.createdAtTo.toISOString(),
    },
  };
}

function showRow(row: Row, members: readonly ReportMember[]): ReportRow {
  const names = members.map((name) => reportColumns[name].member).filter((name) => row[name] !== null);
  return {
    ...(Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<ReportRow>),
    count: row.count,
    ...(row.p50 !== null && { p50Seconds: bucketToSeconds(row.p50) }),
    ...(row.p95 !== null && { p95Seconds: bucketToSeconds(row.p95) }),
    ...(row.p99 !== null && { p99Seconds: bucketToSeconds(row.p99) }),
  };
}

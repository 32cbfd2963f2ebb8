import type { Caller } from '@linework/auth/caller';
import { createBoundValues } from '@linework/lists/bound-values';
import { type ReportMember, reportRowLimit } from '@linework/schemas/reports/order-report';
import { buildOrderConditions } from '../order-list/build-order-conditions.ts';
import type { ComposedQuery } from '../order-list/build-page-query.ts';
import type { OrderFilters } from '../order-list/order-filters.ts';

/** The columns that a row can share, and the member of the response that has their value. */
export const reportColumns = {
  day: { group: "(o.created_at AT TIME ZONE 'UTC')::date", member: 'day' },
  type: { group: 'o.type COLLATE "C"', member: 'type' },
  status: { group: 'o.status COLLATE "C"', member: 'status' },
  error: { group: 'f.error_code COLLATE "C"', member: 'errorCode' },
} as const satisfies Readonly<Record<ReportMember, { readonly group: string; readonly member: string }>>;

/** Each bucket of times is 5 % longer than the one before it. */
const bucketRatio = 1.05;

/** The middle of a bucket. */
export const bucketToSeconds = (bucket: number): number => Number((bucketRatio ** (bucket + 0.5)).toPrecision(4));

/** A time to completion as the number of its bucket; null for an order that is not completed. */
const bucket = `CASE WHEN o.status = 'COMPLETED' THEN
        floor(ln(greatest(date_part('epoch', o.settled_at - greatest(o.created_at, o.not_before)), 0.001))
          / ${Math.log(bucketRatio)})::int END`;

/**
 * Builds the query of a report. It reads each order once and counts it by row and bucket, so that no order is sorted;
 * the percentiles are those of the few buckets. Window functions count what the limit cuts off.
 */
export function buildReportQuery(caller: Caller, by: readonly ReportMember[], filters: OrderFilters): ComposedQuery {
  const { bind, values } = createBoundValues();
  const keys = by.map((name) => reportColumns[name]);
  const names = keys.map(({ member }) => `"${member}"`);
  const failures = by.includes('error') ? 'LEFT JOIN order_failure f ON f.order_id = o.id' : '';
  const text = `WITH counted AS (
      SELECT ${keys.map(({ group, member }) => `${group} AS "${member}",`).join(' ')} ${bucket} AS bucket,
        count(*)::int AS n
      FROM orders o ${failures}
      WHERE ${buildOrderConditions(filters, { caller, changedAt: 'o.updated_at' }, bind).join(' AND ')}
      GROUP BY ${[...names, 'bucket'].join(', ')}
    ), ranked AS (
      SELECT *, sum(n) OVER (PARTITION BY ${names.join(', ')} ORDER BY bucket) AS upto,
        sum(n) FILTER (WHERE bucket IS NOT NULL) OVER (PARTITION BY ${names.join(', ')}) AS completed
      FROM counted
    ), summed AS (
      SELECT ${names.map((name) => `${name},`).join(' ')} sum(n)::int AS count,
        min(bucket) FILTER (WHERE upto >= 0.5 * completed) AS p50,
        min(bucket) FILTER (WHERE upto >= 0.95 * completed) AS p95,
        min(bucket) FILTER (WHERE upto >= 0.99 * completed) AS p99
      FROM ranked
      GROUP BY ${names.join(', ')}
    )
    SELECT ${by.map((name) => showKey(name)).join(' ')} count, p50, p95, p99, count(*) OVER ()::int AS total,
      (sum(count) OVER ())::int AS "totalOrders"
    FROM summed
    ORDER BY ${[...(by.includes('day') ? ['"day"'] : []), 'count DESC', ...names].join(', ')}
    LIMIT ${reportRowLimit}`;
  return { text, values };
}

const showKey = (name: ReportMember): string =>
  name === 'day' ? `to_char("day", 'YYYY-MM-DD') AS "day",` : `"${reportColumns[name].member}",`;

import type { Caller } from '@linework/auth/caller';
import { type Bind, createBoundValues } from '@linework/lists/bound-values';
import { unresolvedStatuses } from '@linework/schemas/lifecycles/order.lifecycle';
import { type GroupMember, groupHours, groupLimit } from '@linework/schemas/orders/order-group';
import { buildOrderConditions } from '../order-list/build-order-conditions.ts';
import type { ComposedQuery } from '../order-list/build-page-query.ts';
import type { OrderFilters } from '../order-list/order-filters.ts';

/** The columns that a group can share, and the member of the response that has their value. */
export const groupColumns = {
  type: { column: 'o.type COLLATE "C"', member: 'type' },
  step: { column: 'f.step COLLATE "C"', member: 'step' },
  error: { column: 'f.error_code COLLATE "C"', member: 'errorCode' },
  broker: { column: 'o.broker_id', member: 'brokerId' },
} as const satisfies Readonly<Record<GroupMember, { readonly column: string; readonly member: string }>>;

/** The beginning of the first hour. As a subquery it is computed once, and not for each order. */
const windowFrom = `(SELECT date_trunc('hour', now()) - interval '${groupHours - 1} h')`;

/** The filters of the orders that can be in a group: failed, and not superseded unless the caller asks for those. */
export function restrictToFailures(filters: OrderFilters): OrderFilters {
  const { status = unresolvedStatuses, superseded = false } = filters;
  return {
    ...filters,
    status: status.filter((name) => (unresolvedStatuses as readonly string[]).includes(name)),
    superseded,
  };
}

/**
 * Builds the query that groups failed orders. It reads each failure once: first it counts by broker and hour, and then
 * it adds up the few counts. A window function counts the groups, also those beyond the limit. Without any group there
 * is one row, which has only the window.
 */
export function buildGroupQuery(caller: Caller, by: readonly GroupMember[], filters: OrderFilters): ComposedQuery {
  const { bind, values } = createBoundValues();
  const keys = by.map((name) => groupColumns[name]);
  const names = keys.map(({ member }) => `"${member}"`);
  const hours = Array.from(
    { length: groupHours },
    (_, hour) => `coalesce(sum(count) FILTER (WHERE hour = ${hour}), 0)::int`,
  );
  const text = `WITH counted AS (
      SELECT ${keys.map(({ column, member }) => `${column} AS "${member}",`).join(' ')} o.broker_id AS broker,
        CASE WHEN o.failed_at >= ${windowFrom} THEN floor(date_part('epoch',
          o.failed_at - ${windowFrom}) / 3600)::int END AS hour,
        count(*)::int AS count, min(o.failed_at) AS first, max(o.failed_at) AS last
      FROM orders o JOIN order_failure f ON f.order_id = o.id
      WHERE ${buildFailureConditions(caller, filters, bind).join(' AND ')}
      GROUP BY ${[...names, 'broker', 'hour'].join(', ')}
    ), grouped AS (
      SELECT ${[...names, ''].join(', ')} sum(count)::int AS "orderCount", count(DISTINCT broker)::int AS "brokerCount",
        min(first) AS "firstFailedAt", max(last) AS "lastFailedAt", ARRAY[${hours.join(', ')}] AS "hourlyCounts",
        count(*) OVER ()::int AS total, sum(sum(count)) OVER ()::int AS "totalOrders"
      FROM counted
      GROUP BY ${names.join(', ')}
      ORDER BY "orderCount" DESC, ${names.join(', ')}
      LIMIT ${groupLimit}
    )
    SELECT grouped.*, hours.start AS "windowFrom"
    FROM (SELECT ${windowFrom} AS start) AS hours LEFT JOIN grouped ON true
    ORDER BY "orderCount" DESC, ${names.join(', ')}`;
  return { text, values };
}

/** The failure is joined, so its members are compared there and not looked up once more. */
function buildFailureConditions(
  caller: Caller,
  { step, errorCode, ...filters }: OrderFilters,
  bind: Bind,
): readonly string[] {
  return [
    ...buildOrderConditions(filters, { caller, changedAt: 'o.updated_at' }, bind),
    ...(step ? [`f.step = ANY(${bind(step)}::text[])`] : []),
    ...(errorCode ? [`f.error_code = ANY(${bind(errorCode)}::text[])`] : []),
  ];
}

import type { Bind } from '@linework/lists/bound-values';
import { getRowRange } from '@linework/lists/page';
import type { SqlSort } from '@linework/lists/sql-range';
import type { PoolScope } from './find-pool-scope.ts';
import { sorts } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

const bounds = {
  lowest: { order: 'asc', aggregate: 'min', operator: '>=', id: '00000000-0000-0000-0000-000000000000' },
  highest: { order: 'desc', aggregate: 'max', operator: '<=', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
} as const;

/**
 * The first and last row in the list's order that have one of the statuses. Resources in use are the oldest: without
 * these bounds a scan from the newest would read all others first, and would continue past its last match when the page
 * is not full. A cursor already lies after the first bound. The comparison includes the id, so that PostgreSQL does not
 * estimate a short range.
 */
export function buildStatusBounds(
  filters: ResourceFilters,
  { poolIds }: PoolScope,
  { bind, columns }: { readonly bind: Bind; readonly columns: Pick<SqlSort, 'column' | 'id'> },
): readonly string[] {
  const { status, sortBy, cursor } = filters;
  if (status === undefined || sortBy === 'externalCode') return [];
  const { column } = sorts[sortBy];
  const isAscending = getRowRange(filters).order === 'asc';
  const [first, last] = isAscending ? [bounds.lowest, bounds.highest] : [bounds.highest, bounds.lowest];
  return (cursor ? [last] : [first, last]).map(({ order, aggregate, operator, id }) => {
    const boundSql = `SELECT ${column} AS place
      FROM resource_state
      WHERE pool_id = target.pool_id AND status = target.status
      ORDER BY ${column} ${order}
      LIMIT 1`;
    const poolStatusSql = `(
        SELECT *
        FROM unnest(${bind(poolIds)}::uuid[]) AS pool_id
        CROSS JOIN unnest(${bind([...new Set(status)])}::text[]) AS status) AS target`;
    return `(${columns.column},
        ${columns.id}) ${operator} ((
          SELECT ${aggregate}(place)
          FROM ${poolStatusSql}
          CROSS JOIN LATERAL (${boundSql}) AS bound),
          '${id}'::uuid)`;
  });
}

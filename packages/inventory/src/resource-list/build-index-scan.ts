import type { Bind } from '@linework/lists/bound-values';
import { getRowRange } from '@linework/lists/page';
import { buildCursorCondition, buildOrderBy, type SqlSort } from '@linework/lists/sql-range';
import { buildStatusBounds } from './build-status-bounds.ts';
import type { PoolScope } from './find-pool-scope.ts';
import { type ScanPlan, splitConditions } from './plan-scan.ts';
import { buildFrom, buildResourceConditions, type Driver, findNeededTables, sorts } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

interface IndexScanOptions {
  readonly plan: ScanPlan;
  readonly bind: Bind;
}

/**
 * Finds the ids of one page by scanning an index in the order of the list until the page is full. A pool has an index
 * for each order; a pool and status have indexes by created_at and updated_at. A list over several pools merges the
 * first rows of each. There is also an index for each order across all pools.
 */
export function buildIndexScan(filters: ResourceFilters, scope: PoolScope, { plan, bind }: IndexScanOptions): string {
  const { skip, take } = getRowRange(filters);
  const [offset, limit] = [`${bind(skip)}::bigint`, `${bind(take)}::bigint`];
  if (plan.isSingleScan) {
    const poolConditions = [
      ...buildPoolConditions(filters, scope, { plan, bind }),
      ...(plan.byStatus
        ? []
        : buildStatusBounds(filters, scope, { bind, columns: buildSort(selectDriver(filters, plan), filters.sortBy) })),
    ];
    return `SELECT id
      FROM (${buildSortedRows(filters, { plan, bind, poolConditions })} OFFSET ${offset} LIMIT ${limit}) AS page_row`;
  }
  const poolConditions = ['pool_id = target.pool_id', ...(plan.byStatus ? ['status = wanted_status'] : [])].map(
    (condition) => `${selectDriver(filters, plan)}.${condition}`,
  );
  const pools = `unnest(${bind(scope.poolIds)}::uuid[]) AS target(pool_id)`;
  const statuses = plan.byStatus
    ? `CROSS JOIN unnest(${bind([...new Set(filters.status)])}::text[]) AS wanted_status`
    : '';
  return `SELECT id
    FROM ${pools} ${statuses}
    CROSS JOIN LATERAL (${buildSortedRows(filters, { plan, bind, poolConditions })}
      LIMIT ${offset} + ${limit}) AS page_row
    ${buildOrderBy(filters, { column: 'place', id: 'id' })}
    OFFSET ${offset}
    LIMIT ${limit}`;
}

/** A single scan across all pools checks the pool of each row. */
function buildPoolConditions(
  filters: ResourceFilters,
  { isUnrestricted, poolIds }: PoolScope,
  { plan, bind }: IndexScanOptions,
): readonly string[] {
  return isUnrestricted ? [] : [`${selectDriver(filters, plan)}.pool_id = ANY(${bind(poolIds)}::uuid[])`];
}

interface BoundIndexScanOptions extends IndexScanOptions {
  /** The pool conditions on the scanned table. */
  readonly poolConditions: readonly string[];
}

function buildSortedRows(filters: ResourceFilters, { plan, bind, poolConditions }: BoundIndexScanOptions): string {
  const driver = selectDriver(filters, plan);
  const sort = buildSort(driver, filters.sortBy);
  const { indexed, filtered } = splitConditions(buildResourceConditions(filters, driver, bind), filters, plan.byStatus);
  const conditions = [
    ...poolConditions,
    ...indexed,
    ...buildCursorCondition(filters, sort, bind),
    ...filtered.map(wrapInCase),
  ];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const from = buildFrom(driver, findNeededTables(filters, filters.sortBy));
  return `SELECT ${sort.id} AS id, ${sort.column} AS place FROM ${from} ${where} ${buildOrderBy(filters, sort)}`;
}

/** The table whose index is scanned. */
const selectDriver = ({ sortBy }: ResourceFilters, { byStatus }: Pick<ScanPlan, 'byStatus'>): Driver =>
  sortBy === 'updatedAt' || byStatus ? 's' : 'r';

function buildSort(driver: Driver, sortBy: ResourceFilters['sortBy']): SqlSort {
  const { column, type } = sorts[sortBy];
  return { column: `${driver}.${column}`, type, id: driver === 'r' ? 'r.id' : 's.resource_id' };
}

/**
 * Inside a CASE the planner considers no other index and does not estimate selectivity; the count already shows that
 * enough rows match.
 */
const wrapInCase = (condition: string) => `CASE WHEN ${condition} THEN true ELSE false END`;

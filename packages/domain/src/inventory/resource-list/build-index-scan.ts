import { getRowRange } from '../../lists/page.ts';
import { buildCursorCondition, buildOrderBy, type SqlSort } from '../../lists/sql-range.ts';
import { buildStatusBounds } from './build-status-bounds.ts';
import type { PoolScope } from './find-pool-scope.ts';
import { type ScanPlan, splitConditions } from './plan-scan.ts';
import { type Bind, buildFrom, buildResourceConditions, type Driver, findNeededTables, sorts } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

interface IndexScanOptions {
  readonly plan: ScanPlan;
  readonly bind: Bind;
}

/**
 * The ids of one page, met by walking an index in the list's own order until the page is full. There are indexes in every order for a
 * pool, and by birth and change for a pool and status; a list over several is the first rows of each, merged. And there is one in
 * every order across all.
 */
export function buildIndexScan(filters: ResourceFilters, scope: PoolScope, { plan, bind }: IndexScanOptions): string {
  const { skip, take } = getRowRange(filters);
  const [offset, limit] = [`${bind(skip)}::bigint`, `${bind(take)}::bigint`];
  if (plan.isSingleScan) {
    const poolConditions = [
      ...buildPoolConditions(filters, scope, { plan, bind }),
      ...(plan.byStatus ? [] : buildStatusBounds(filters, scope, { bind, columns: buildSort(selectDriver(filters, plan), filters.sortBy) })),
    ];
    return `SELECT id FROM (${buildSortedRows(filters, { plan, bind, poolConditions })} OFFSET ${offset} LIMIT ${limit}) AS met`;
  }
  const poolConditions = ['pool_id = shelf.pool_id', ...(plan.byStatus ? ['status = shelf_status'] : [])].map(
    (condition) => `${selectDriver(filters, plan)}.${condition}`,
  );
  const pools = `unnest(${bind(scope.poolIds)}::uuid[]) AS shelf(pool_id)`;
  const statuses = plan.byStatus ? `CROSS JOIN unnest(${bind([...new Set(filters.status)])}::text[]) AS shelf_status` : '';
  return `SELECT id FROM ${pools} ${statuses} CROSS JOIN LATERAL (${buildSortedRows(filters, { plan, bind, poolConditions })} LIMIT ${offset} + ${limit}) AS met
    ${buildOrderBy(filters, { column: 'place', id: 'id' })} OFFSET ${offset} LIMIT ${limit}`;
}

/** On one walk across all, each row is asked whether it lies on one of the shelves. */
function buildPoolConditions(filters: ResourceFilters, { isUnrestricted, poolIds }: PoolScope, { plan, bind }: IndexScanOptions): readonly string[] {
  return isUnrestricted ? [] : [`${selectDriver(filters, plan)}.pool_id = ANY(${bind(poolIds)}::uuid[])`];
}

interface BoundIndexScanOptions extends IndexScanOptions {
  /** On which shelves, as conditions on the table that is walked. */
  readonly poolConditions: readonly string[];
}

function buildSortedRows(filters: ResourceFilters, { plan, bind, poolConditions }: BoundIndexScanOptions): string {
  const driver = selectDriver(filters, plan);
  const sort = buildSort(driver, filters.sortBy);
  const { indexed, filtered } = splitConditions(buildResourceConditions(filters, driver, bind), filters, plan.byStatus);
  const conditions = [...poolConditions, ...indexed, ...buildCursorCondition(filters, sort, bind), ...filtered.map(wrapInCase)];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const from = buildFrom(driver, findNeededTables(filters, filters.sortBy));
  return `SELECT ${sort.id} AS id, ${sort.column} AS place FROM ${from} ${where} ${buildOrderBy(filters, sort)}`;
}

/** The table whose index is walked. */
const selectDriver = ({ sortBy }: ResourceFilters, { byStatus }: Pick<ScanPlan, 'byStatus'>): Driver => (sortBy === 'updatedAt' || byStatus ? 's' : 'r');

function buildSort(driver: Driver, sortBy: ResourceFilters['sortBy']): SqlSort {
  const { column, type } = sorts[sortBy];
  return { column: `${driver}.${column}`, type, id: driver === 'r' ? 'r.id' : 's.resource_id' };
}

/** Inside a CASE PostgreSQL seeks no other index and guesses nothing: that enough rows pass is known by the count. */
const wrapInCase = (condition: string) => `CASE WHEN ${condition} THEN true ELSE false END`;

import type { Bind } from '@linework/lists/bound-values';
import { getRowRange } from '@linework/lists/page';
import { buildCursorCondition, buildOrderBy, type SqlSort } from '@linework/lists/sql-range';
import { buildStatusBounds } from './build-status-bounds.ts';
import type { PoolScope } from './find-pool-scope.ts';
import { buildMatchSql } from './match-resources.ts';
import { sorts } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

/**
 * Finds the ids of one page by matching all rows first and sorting them. OFFSET 0 keeps PostgreSQL from scanning in the
 * list's order instead.
 */
export function buildSortScan(filters: ResourceFilters, scope: PoolScope, bind: Bind): string {
  const { skip, take } = getRowRange(filters);
  const { column, type } = sorts[filters.sortBy];
  const { status } = filters;
  const isStatusCheckedLast = status !== undefined && isServedByResourceTable(filters);
  const { driver, from } = buildMatchSql(isStatusCheckedLast ? { ...filters, status: undefined } : filters, scope, {
    bind,
    sortBy: filters.sortBy,
  });
  const sort: SqlSort = { column: 'place', type, id: 'id' };
  const conditions = [
    ...buildCursorCondition(filters, sort, bind),
    ...(isStatusCheckedLast ? buildStatusBounds(filters, scope, { bind, columns: sort }) : []),
  ];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const table = { createdAt: driver, updatedAt: 's', externalCode: 'r' }[filters.sortBy];
  const id = driver === 'r' ? 'r.id' : 's.resource_id';
  const matched = `(SELECT ${id} AS id, ${table}.${column} AS place ${from} OFFSET 0) AS matched`;
  const inOrder = `SELECT id, place FROM ${matched} ${where} ${buildOrderBy(filters, sort)}`;
  const rangeSql = `OFFSET ${bind(skip)}::bigint LIMIT ${bind(take)}::bigint`;
  return isStatusCheckedLast
    ? `SELECT id
      FROM (${inOrder}) AS m
      CROSS JOIN LATERAL (${buildStatusCheck(bind(status))}) AS s ${buildOrderBy(filters, sort)} ${rangeSql}`
    : `SELECT id FROM (${inOrder} ${rangeSql}) AS m`;
}

/**
 * Whether the resource table alone finds and sorts the rows. Then their states are read in that order, and only until
 * the page is full.
 */
const isServedByResourceTable = ({
  externalCode,
  attributes,
  sortBy,
  updatedAtFrom,
  updatedAtTo,
}: ResourceFilters): boolean =>
  (externalCode !== undefined || attributes !== undefined) &&
  sortBy !== 'updatedAt' &&
  updatedAtFrom === undefined &&
  updatedAtTo === undefined;

/** The LIMIT makes PostgreSQL run it row by row. */
const buildStatusCheck = (statuses: string) =>
  `SELECT FROM resource_state s WHERE s.resource_id = m.id AND s.status = ANY(${statuses}::text[]) LIMIT 1`;

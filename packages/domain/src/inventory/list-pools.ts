import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import type { Pool } from '@linework/schemas/inventory/pool';
import { buildContainsPattern, createBoundValues } from '../lists/bound-values.ts';
import { buildPage, getRowRange, type Page, type PageQuery } from '../lists/page.ts';
import { buildCursorCondition, buildOrderBy, type SqlSort } from '../lists/sql-range.ts';
import { type PoolRow, poolColumns, poolTables, showPool } from './show-pool.ts';

export interface PoolFilters extends PageQuery {
  readonly sortBy: 'createdAt' | 'availableResourcesCount';
  readonly name?: string | undefined;
  readonly brokerId?: string | undefined;
  readonly typeId?: readonly string[] | undefined;
}

const sorts: Readonly<Record<PoolFilters['sortBy'], SqlSort>> = {
  createdAt: { column: 'p.created_at', type: 'timestamptz', id: 'p.id' },
  availableResourcesCount: { column: 'n."availableResourcesCount"', type: 'int', id: 'p.id' },
};

const filterSql = `($1::uuid IS NULL OR p.broker_id = $1::uuid) AND ($2::uuid IS NULL OR p.broker_id = $2::uuid)
  AND ($3::uuid[] IS NULL OR p.type_id = ANY($3::uuid[])) AND ($4::text IS NULL OR p.name ILIKE $4::text)`;

const countPools = statement('count-pools', `SELECT count(*)::int AS total FROM pool p WHERE ${filterSql}`);

/** Lists one page of the pools that the caller can see. */
export async function listPools(db: Pick<Db, 'query'>, caller: Caller, filters: PoolFilters): Promise<Page<Pool>> {
  const { brokerId, typeId, name } = filters;
  const filterValues = [caller.brokerId, brokerId, typeId, name === undefined ? undefined : buildContainsPattern(name)];
  const [rows, [countRow]] = await Promise.all([readPools(db, filters, filterValues), db.query<{ readonly total: number }>(countPools, filterValues)]);
  const page = buildPage(filters, rows, countRow?.total ?? 0);
  return { ...page, items: page.items.map(showPool) };
}

function readPools(db: Pick<Db, 'query'>, filters: PoolFilters, filterValues: readonly unknown[]): Promise<readonly PoolRow[]> {
  const { bind, values } = createBoundValues();
  for (const value of filterValues) bind(value);
  const sort = sorts[filters.sortBy];
  const { skip, take } = getRowRange(filters);
  // When the sort column is in the pool table, the counters are summed only for the pools of the page.
  const tables = filters.sortBy === 'createdAt' ? 'pool p' : poolTables;
  const conditions = [filterSql, ...buildCursorCondition(filters, sort, bind)].join(' AND ');
  const pageIdsSql = `SELECT p.id FROM ${tables} WHERE ${conditions} ${buildOrderBy(filters, sort)} OFFSET ${bind(skip)} LIMIT ${bind(take)}`;
  const text = `SELECT ${poolColumns} FROM ${poolTables} WHERE p.id = ANY(ARRAY(${pageIdsSql})) ${buildOrderBy(filters, sort)}`;
  return db.query<PoolRow>(unprepared(text), values);
}

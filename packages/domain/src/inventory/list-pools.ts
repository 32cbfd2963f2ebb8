import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { plannedEachTime, statement } from '@linework/db/statement';
import type { Pool } from '@linework/schemas/inventory/pool';
import { composedValues, partPattern } from '../lists/composed-values.ts';
import { type Page, type PageQuery, pageOf, stretchOf } from '../lists/page.ts';
import { beyondCursor, orderOf, type SqlSort } from '../lists/sql-stretch.ts';
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

const matching = `($1::uuid IS NULL OR p.broker_id = $1::uuid) AND ($2::uuid IS NULL OR p.broker_id = $2::uuid)
  AND ($3::uuid[] IS NULL OR p.type_id = ANY($3::uuid[])) AND ($4::text IS NULL OR p.name ILIKE $4::text)`;

const countPools = statement('count-pools', `SELECT count(*)::int AS total FROM pool p WHERE ${matching}`);

/** One page of the pools that the caller may see. */
export async function listPools(db: Pick<Db, 'query'>, caller: Caller, filters: PoolFilters): Promise<Page<Pool>> {
  const { brokerId, typeId, name } = filters;
  const matched = [caller.brokerId, brokerId, typeId, name === undefined ? undefined : partPattern(name)];
  const [rows, [counted]] = await Promise.all([readPools(db, filters, matched), db.query<{ readonly total: number }>(countPools, matched)]);
  const page = pageOf(filters, rows, counted?.total ?? 0);
  return { ...page, items: page.items.map(showPool) };
}

function readPools(db: Pick<Db, 'query'>, filters: PoolFilters, matched: readonly unknown[]): Promise<readonly PoolRow[]> {
  const { bind, values } = composedValues();
  for (const value of matched) bind(value);
  const sort = sorts[filters.sortBy];
  const { skip, take } = stretchOf(filters);
  // Sorted by what stands in the pool itself, only the pools of the page are summed up.
  const tables = filters.sortBy === 'createdAt' ? 'pool p' : poolTables;
  const wanted = [matching, ...beyondCursor(filters, sort, bind)].join(' AND ');
  const picked = `SELECT p.id FROM ${tables} WHERE ${wanted} ${orderOf(filters, sort)} OFFSET ${bind(skip)} LIMIT ${bind(take)}`;
  const text = `SELECT ${poolColumns} FROM ${poolTables} WHERE p.id = ANY(ARRAY(${picked})) ${orderOf(filters, sort)}`;
  return db.query<PoolRow>(plannedEachTime(text), values);
}

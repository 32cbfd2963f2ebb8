import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { assembled } from '@linework/db/statement';
import { type Bind, buildContainsPattern, createBoundValues } from '@linework/lists/bound-values';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import { buildPage, getRowRange, type Page } from '@linework/lists/page';
import { buildCursorCondition, buildOrderBy, type SqlSort } from '@linework/lists/sql-range';
import { type Pool, pool } from '@linework/schemas/inventory/pools/pool';
import type { listPoolsRoute } from '@linework/schemas/inventory/pools/pools.routes';
import { printRecord } from '@linework/schemas/print-record';
import { findTypeIds } from '../resource-types/find-type-ids.ts';
import { type PoolRow, poolColumns, poolTables } from './find-pool.ts';

export type PoolFilters = ListQuery<typeof listPoolsRoute>;

const sorts: Readonly<Record<PoolFilters['sortBy'], SqlSort>> = {
  createdAt: { column: 'p.created_at', type: 'timestamptz', id: 'p.id' },
  availableResourcesCount: { column: 'n."availableResourcesCount"', type: 'int', id: 'p.id' },
};

const filterTable: FilterTable<PoolFilters, string, [Bind]> = {
  brokerId: (id, bind) => `p.broker_id = ${bind(id)}::uuid`,
  typeId: (ids, bind) => `p.type_id = ANY(${bind(ids)}::uuid[])`,
  name: (text, bind) => `p.name ILIKE ${bind(buildContainsPattern(text))}::text`,
  isLow: (isLow) => (isLow ? 'p.is_low' : 'NOT p.is_low'),
};

/** Lists one page of the pools that the caller can see. */
export async function listPools(db: Pick<Db, 'query'>, caller: Caller, query: PoolFilters): Promise<Page<Pool>> {
  const filters = query.typeId === undefined ? query : { ...query, typeId: await findTypeIds(db, query.typeId) };
  const [rows, total] = await Promise.all([readPools(db, caller, filters), countPools(db, caller, filters)]);
  const page = buildPage(filters, rows, total);
  return { ...page, items: page.items.map((record) => printRecord(pool, record)) };
}

function readPools(db: Pick<Db, 'query'>, caller: Caller, filters: PoolFilters): Promise<readonly PoolRow[]> {
  const { bind, values } = createBoundValues();
  const sort = sorts[filters.sortBy];
  const { skip, take } = getRowRange(filters);
  // When the sort column is in the pool table, the counters are summed only for the pools of the page.
  const tables = filters.sortBy === 'createdAt' ? 'pool p' : poolTables;
  const conditions = [...buildConditions(caller, filters, bind), ...buildCursorCondition(filters, sort, bind)].join(
    ' AND ',
  );
  const pageIdsSql = `SELECT p.id
    FROM ${tables}
    WHERE ${conditions} ${buildOrderBy(filters, sort)}
    OFFSET ${bind(skip)}
    LIMIT ${bind(take)}`;
  const text = `SELECT ${poolColumns}
    FROM ${poolTables}
    WHERE p.id = ANY(ARRAY(${pageIdsSql})) ${buildOrderBy(filters, sort)}`;
  return db.query(assembled<PoolRow>({ text, values }));
}

async function countPools(db: Pick<Db, 'query'>, caller: Caller, filters: PoolFilters): Promise<number> {
  const { bind, values } = createBoundValues();
  const text = `SELECT count(*)::int AS total
    FROM pool p
    WHERE ${buildConditions(caller, filters, bind).join(' AND ')}`;
  const [counted] = await db.query(assembled<{ readonly total: number }>({ text, values }));
  return counted?.total ?? 0;
}

const buildConditions = ({ brokerId }: Caller, filters: PoolFilters, bind: Bind): readonly string[] => [
  brokerId === null ? 'true' : `p.broker_id = ${bind(brokerId)}::uuid`,
  ...applyFilters(filters, filterTable, bind),
];

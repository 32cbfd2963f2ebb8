import { stretchOf } from '../../lists/page.ts';
import { beyondCursor, orderOf, type SqlSort } from '../../lists/sql-stretch.ts';
import type { Shelves } from './find-shelves.ts';
import { matchResources } from './match-resources.ts';
import type { Bind } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

const sorts = {
  createdAt: { column: 'created_at', type: 'timestamptz' },
  updatedAt: { column: 'updated_at', type: 'timestamptz' },
  externalCode: { column: 'external_code', type: 'text' },
} as const;

/** The ids of one page, out of all that match: found first, then sorted. Materialized, so that PostgreSQL does not set out to meet them in order. */
export function gather(filters: ResourceFilters, shelves: Shelves, bind: Bind): string {
  const { skip, take } = stretchOf(filters);
  const { column, type } = sorts[filters.sortBy];
  const { driver, from } = matchResources(filters, shelves, { bind, sortBy: filters.sortBy });
  const place: SqlSort = { column: 'place', type, id: 'id' };
  const behind = beyondCursor(filters, place, bind).map((condition) => `WHERE ${condition}`);
  const table = { createdAt: driver, updatedAt: 's', externalCode: 'r' }[filters.sortBy];
  const id = driver === 'r' ? 'r.id' : 's.resource_id';
  return `WITH matched AS MATERIALIZED (SELECT ${id} AS id, ${table}.${column} AS place ${from})
    SELECT id FROM matched ${behind.join('')} ${orderOf(filters, place)} OFFSET ${bind(skip)}::bigint LIMIT ${bind(take)}::bigint`;
}

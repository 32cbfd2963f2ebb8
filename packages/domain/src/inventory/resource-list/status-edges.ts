import { stretchOf } from '../../lists/page.ts';
import type { SqlSort } from '../../lists/sql-stretch.ts';
import type { Shelves } from './find-shelves.ts';
import { type Bind, sorts } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

const ends = {
  least: { order: 'asc', of: 'min', within: '>=', id: '00000000-0000-0000-0000-000000000000' },
  greatest: { order: 'desc', of: 'max', within: '<=', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
} as const;

/**
 * Between which rows in the list's order those in the statuses lie: what is in use is the oldest, and a walk that begins with the newest
 * would meet all the others first, and go on beyond the last of its own when they do not fill the page. A cursor lies behind the first end by
 * itself. Compared with the id, so that PostgreSQL does not take it for a short range.
 */
export function statusEdges(
  filters: ResourceFilters,
  { poolIds }: Shelves,
  { bind, at }: { readonly bind: Bind; readonly at: Pick<SqlSort, 'column' | 'id'> },
): readonly string[] {
  const { status, sortBy, cursor } = filters;
  if (status === undefined || sortBy === 'externalCode') return [];
  const { column } = sorts[sortBy];
  const isAscending = stretchOf(filters).order === 'asc';
  const [first, last] = isAscending ? [ends.least, ends.greatest] : [ends.greatest, ends.least];
  return (cursor ? [last] : [first, last]).map(({ order, of, within, id }) => {
    const end = `SELECT ${column} AS place FROM resource_state WHERE pool_id = shelf.pool_id AND status = shelf.status ORDER BY ${column} ${order} LIMIT 1`;
    const shelf = `(SELECT * FROM unnest(${bind(poolIds)}::uuid[]) AS pool_id CROSS JOIN unnest(${bind([...new Set(status)])}::text[]) AS status) AS shelf`;
    return `(${at.column}, ${at.id}) ${within} ((SELECT ${of}(place) FROM ${shelf} CROSS JOIN LATERAL (${end}) AS on_shelf), '${id}'::uuid)`;
  });
}

import { stretchOf } from '../../lists/page.ts';
import { beyondCursor, orderOf } from '../../lists/sql-stretch.ts';
import { type Bind, sorts } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

/** The ids of one page, sorted out of `rows` that have an `id` and, as `place`, what the list is sorted by. */
export function idsOfPage(filters: ResourceFilters, rows: string, bind: Bind): string {
  const place = { column: 'place', type: sorts[filters.sortBy].type, id: 'id' } as const;
  const beyond = beyondCursor(filters, place, bind).map((condition) => `WHERE ${condition}`);
  const { skip, take } = stretchOf(filters);
  return `SELECT id FROM ${rows} ${beyond.join('')} ${orderOf(filters, place)} OFFSET ${bind(skip)}::bigint LIMIT ${bind(take)}::bigint`;
}

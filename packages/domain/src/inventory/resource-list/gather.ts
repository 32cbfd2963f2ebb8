import type { Shelves } from './find-shelves.ts';
import { idsOfPage } from './ids-of-page.ts';
import { matchResources } from './match-resources.ts';
import { type Bind, sorts } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

/** The ids of one page, out of all that match: found first, then sorted. With an OFFSET between, so that PostgreSQL does not set out to meet them in order. */
export function gather(filters: ResourceFilters, shelves: Shelves, bind: Bind): string {
  const { driver, from } = matchResources(filters, shelves, { bind, sortBy: filters.sortBy });
  const table = { createdAt: driver, updatedAt: 's', externalCode: 'r' }[filters.sortBy];
  const id = driver === 'r' ? 'r.id' : 's.resource_id';
  return idsOfPage(filters, `(SELECT ${id} AS id, ${table}.${sorts[filters.sortBy].column} AS place ${from} OFFSET 0) AS matched`, bind);
}

import type { Db } from '@linework/db/db';
import { plannedEachTime } from '@linework/db/statement';
import { composedValues } from '../../lists/composed-values.ts';
import type { Shelves } from './find-shelves.ts';
import { matchResources } from './match-resources.ts';
import type { ResourceFilters } from './resource-filters.ts';

/** How many resources match, exactly: from the numbers of the pools where they suffice, else counted. */
export async function countResources(db: Pick<Db, 'query'>, filters: ResourceFilters, shelves: Shelves): Promise<number> {
  if (!looksIntoResources(filters)) return shelves.inStatus;
  const { bind, values } = composedValues();
  const { from } = matchResources(filters, shelves, { bind });
  const [counted] = await db.query<{ readonly total: number }>(plannedEachTime(`SELECT count(*)::int AS total ${from}`), values);
  return counted?.total ?? 0;
}

/** Whether a filter asks for more than the numbers of the pools tell. */
function looksIntoResources(filters: ResourceFilters): boolean {
  const { createdAtFrom, createdAtTo, updatedAtFrom, updatedAtTo, externalCode, attributes } = filters;
  return [createdAtFrom, createdAtTo, updatedAtFrom, updatedAtTo, externalCode, attributes].some((filter) => filter !== undefined);
}

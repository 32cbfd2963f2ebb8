import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { plannedEachTime } from '@linework/db/statement';
import type { Resource } from '@linework/schemas/inventory/resource';
import { composedValues } from '../lists/composed-values.ts';
import { type Page, pageOf } from '../lists/page.ts';
import { orderOf } from '../lists/sql-stretch.ts';
import { countResources } from './resource-list/count-resources.ts';
import { findShelves, type Shelves } from './resource-list/find-shelves.ts';
import { findWay, isStraight, rowsToGather } from './resource-list/find-way.ts';
import { gather } from './resource-list/gather.ts';
import type { ResourceFilters } from './resource-list/resource-filters.ts';
import { walk } from './resource-list/walk.ts';
import { type ResourceRow, resourceColumns, resourceTables, showResource } from './show-resource.ts';

/** One page of the resources that the caller may see. */
export async function listResources(db: Pick<Db, 'query'>, caller: Caller, filters: ResourceFilters): Promise<Page<Resource>> {
  const page = await readResources(db, caller, filters);
  return { ...page, items: page.items.map(showResource) };
}

/** One page of resources as they are read, for whoever shows them. */
export async function readResources(db: Pick<Db, 'query'>, caller: Caller, filters: ResourceFilters): Promise<Page<ResourceRow>> {
  const shelves = await findShelves(db, caller, filters);
  const total = await countResources(db, filters, shelves);
  if (total === 0) return pageOf(filters, [], 0);
  const { text, values } = pageStatement(filters, shelves, total);
  return pageOf(filters, await db.query<ResourceRow>(plannedEachTime(text), values), total);
}

/** The statement that reads one page of `total` that match, in the way that is the shorter for as many. */
export function pageStatement(filters: ResourceFilters, shelves: Shelves, total: number): { readonly text: string; readonly values: readonly unknown[] } {
  const { bind, values } = composedValues();
  const way = findWay(filters, shelves, total);
  const ids = isStraight(filters) || way.rows < rowsToGather(filters, shelves, total) ? walk(filters, shelves, { way, bind }) : gather(filters, shelves, bind);
  const order = orderOf(filters, { column: sortColumns[filters.sortBy], id: 'r.id' });
  return { text: `SELECT ${resourceColumns} FROM ${resourceTables} WHERE r.id = ANY(ARRAY(${ids})) ${order}`, values };
}

const sortColumns = { createdAt: 'r.created_at', updatedAt: 's.updated_at', externalCode: 'r.external_code' } as const;

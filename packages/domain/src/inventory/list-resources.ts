import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { plannedEachTime } from '@linework/db/statement';
import type { Resource } from '@linework/schemas/inventory/resource';
import { composedValues } from '../lists/composed-values.ts';
import { type Page, pageOf } from '../lists/page.ts';
import { orderOf } from '../lists/sql-stretch.ts';
import { refuseSecretFilter } from '../secrets/refuse-secret-members.ts';
import { countResources } from './resource-list/count-resources.ts';
import { type Few, findFew } from './resource-list/find-few.ts';
import { findShelves, type Shelves } from './resource-list/find-shelves.ts';
import { findWay, isStraight, rowsToGather } from './resource-list/find-way.ts';
import { gather } from './resource-list/gather.ts';
import { resourceConditions } from './resource-list/resource-conditions.ts';
import type { ResourceFilters } from './resource-list/resource-filters.ts';
import { walk } from './resource-list/walk.ts';
import { type ResourceRow, resourceColumns, resourceTables, showResource } from './show-resource.ts';

/** One page of the resources that the caller may see. */
export async function listResources(db: Pick<Db, 'query'>, caller: Caller, filters: ResourceFilters): Promise<Page<Resource>> {
  const page = await readResources(db, caller, filters);
  return { ...page, items: page.items.map(showResource) };
}

/** One page of resources as they are read, for whoever shows them. Raises 400 where they are looked for by a secret. */
export async function readResources(db: Pick<Db, 'query'>, caller: Caller, filters: ResourceFilters): Promise<Page<ResourceRow>> {
  await refuseSecretFilter(db, filters.attributes, { place: 'query', typeId: filters.typeId, poolId: filters.poolId });
  const shelves = await findShelves(db, caller, filters);
  if (shelves.poolIds.length === 0) return pageOf(filters, [], 0);
  const few = await findFew(db, filters, shelves);
  const total = few?.total ?? (await countResources(db, filters, shelves));
  if (total === 0) return pageOf(filters, [], 0);
  return pageOf(filters, (few && (await readFew(db, filters, few))) ?? (await readStretch(db, filters, shelves, total)), total);
}

/** Reads those that were found. Undefined when one of them does not match any more: then the page has to be looked for anew. */
async function readFew(db: Pick<Db, 'query'>, filters: ResourceFilters, { ids }: Few): Promise<readonly ResourceRow[] | undefined> {
  const { bind, values } = composedValues();
  const stillMatch = [`r.id = ANY(${bind(ids)}::uuid[])`, ...Object.values(resourceConditions(filters, 'r', bind)).flat()];
  const rows = await readInOrder(db, filters, { where: stillMatch.join(' AND '), values });
  return rows.length === ids.length ? rows : undefined;
}

/** Reads the rows of one page of `total` that match, in the way that is the shorter for as many. */
async function readStretch(db: Pick<Db, 'query'>, filters: ResourceFilters, shelves: Shelves, total: number): Promise<readonly ResourceRow[]> {
  const { bind, values } = composedValues();
  const way = findWay(filters, shelves, total);
  const ids = isStraight(filters) || way.rows < rowsToGather(filters, shelves, total) ? walk(filters, shelves, { way, bind }) : gather(filters, shelves, bind);
  return readInOrder(db, filters, { where: `r.id = ANY(ARRAY(${ids}))`, values });
}

function readInOrder(db: Pick<Db, 'query'>, filters: ResourceFilters, { where, values }: { readonly where: string; readonly values: readonly unknown[] }) {
  const order = orderOf(filters, { column: sortColumns[filters.sortBy], id: 'r.id' });
  return db.query<ResourceRow>(plannedEachTime(`SELECT ${resourceColumns} FROM ${resourceTables} WHERE ${where} ${order}`), values);
}

const sortColumns = { createdAt: 'r.created_at', updatedAt: 's.updated_at', externalCode: 'r.external_code' } as const;

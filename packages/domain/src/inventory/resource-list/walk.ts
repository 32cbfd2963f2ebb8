import { stretchOf } from '../../lists/page.ts';
import { beyondCursor, orderOf, type SqlSort } from '../../lists/sql-stretch.ts';
import type { Shelves } from './find-shelves.ts';
import { type Bind, type Conditions, type Driver, neededBy, resourceConditions, tablesFor } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

/** Beyond so many rows, read from shelf after shelf only to be sorted, one walk across all of them is the shorter way. */
const rowsFromShelves = 50_000;

/**
 * The ids of one page, met by walking an index in the list's own order until the page is full. There are indexes in every order for a
 * pool, and by birth and change for a pool and status; a list over several is the first rows of each, merged.
 */
export function walk(filters: ResourceFilters, shelves: Shelves, bind: Bind): string {
  const { skip, take } = stretchOf(filters);
  const { status, sortBy } = filters;
  const byStatus = status !== undefined && sortBy !== 'externalCode';
  const shelfCount = shelves.poolIds.length * (byStatus ? status.length : 1);
  const inOneWalk = (shelves.isEverywhere && !byStatus) || (shelfCount > 1 && shelfCount * (skip + take) > rowsFromShelves);
  const [offset, limit] = [bind(skip), bind(take)];
  const across = `OFFSET ${offset}::bigint LIMIT ${limit}::bigint`;
  if (inOneWalk) {
    const lie = shelves.isEverywhere ? [] : [`pool_id = ANY(${bind(shelves.poolIds)}::uuid[])`];
    return `SELECT id FROM (${rowsInOrder(filters, { bind, lie, byStatus })} ${across}) AS walked`;
  }
  const lie = ['pool_id = shelf.pool_id', ...(byStatus ? ['status = shelf_status'] : [])];
  const pools = `unnest(${bind(shelves.poolIds)}::uuid[]) AS shelf(pool_id)`;
  const statuses = byStatus ? `CROSS JOIN unnest(${bind([...new Set(status)])}::text[]) AS shelf_status` : '';
  const first = `${rowsInOrder(filters, { bind, lie, byStatus })} LIMIT ${offset}::bigint + ${limit}::bigint`;
  return `SELECT id FROM ${pools} ${statuses} CROSS JOIN LATERAL (${first}) AS met ${orderOf(filters, { column: 'place', id: 'id' })} ${across}`;
}

interface Way {
  readonly bind: Bind;
  /** On which shelves, as conditions on the table that is walked. */
  readonly lie: readonly string[];
  readonly byStatus: boolean;
}

function rowsInOrder(filters: ResourceFilters, { bind, lie, byStatus }: Way): string {
  const driver = driverOf(filters.sortBy, byStatus);
  const sort = sortOn(driver, filters.sortBy);
  const { served, asked } = divide(resourceConditions(filters, driver, bind), filters.sortBy, byStatus);
  const shelf = lie.map((condition) => `${driver}.${condition}`);
  const conditions = [...shelf, ...served, ...beyondCursor(filters, sort, bind), ...asked.map(onTheWay)];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const from = tablesFor(driver, neededBy(filters, filters.sortBy));
  return `SELECT ${sort.id} AS id, ${sort.column} AS place FROM ${from} ${where} ${orderOf(filters, sort)}`;
}

const driverOf = (sortBy: ResourceFilters['sortBy'], byStatus: boolean): Driver => (sortBy === 'updatedAt' || byStatus ? 's' : 'r');

const columns = { createdAt: 'created_at', updatedAt: 'updated_at', externalCode: 'external_code' } as const;

function sortOn(driver: Driver, sortBy: ResourceFilters['sortBy']): SqlSort {
  const type = sortBy === 'externalCode' ? 'text' : 'timestamptz';
  return { column: `${driver}.${columns[sortBy]}`, type, id: driver === 'r' ? 'r.id' : 's.resource_id' };
}

/** What the index of the walk serves, and what every row on the way has to be asked. */
function divide(conditions: Conditions, sortBy: ResourceFilters['sortBy'], byStatus: boolean) {
  const isServed = (name: string) => (name === sortBy ? name !== 'externalCode' : byStatus && name === 'status');
  const entries = Object.entries(conditions) as [string, readonly string[]][];
  return {
    served: entries.flatMap(([name, ofFilter]) => (isServed(name) ? ofFilter : [])),
    asked: entries.flatMap(([name, ofFilter]) => (isServed(name) ? [] : ofFilter)),
  };
}

/** Inside a CASE PostgreSQL seeks no other index and guesses nothing: that enough rows pass is known by the count. */
const onTheWay = (condition: string) => `CASE WHEN ${condition} THEN true ELSE false END`;

/** Whether the index of the walk serves every filter, so that no row is met in vain. */
export function isStraight(filters: ResourceFilters): boolean {
  const conditions = resourceConditions(filters, 'r', () => '');
  return divide(conditions, filters.sortBy, filters.status !== undefined && filters.sortBy !== 'externalCode').asked.length === 0;
}

import { stretchOf } from '../../lists/page.ts';
import { beyondCursor, orderOf, type SqlSort } from '../../lists/sql-stretch.ts';
import type { Shelves } from './find-shelves.ts';
import { divide, type Way } from './find-way.ts';
import { type Bind, type Driver, neededBy, resourceConditions, sorts, tablesFor } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';
import { statusEdges } from './status-edges.ts';

interface Walking {
  readonly way: Way;
  readonly bind: Bind;
}

/**
 * The ids of one page, met by walking an index in the list's own order until the page is full. There are indexes in every order for a
 * pool, and by birth and change for a pool and status; a list over several is the first rows of each, merged. And there is one in
 * every order across all.
 */
export function walk(filters: ResourceFilters, shelves: Shelves, { way, bind }: Walking): string {
  const { skip, take } = stretchOf(filters);
  const [offset, limit] = [`${bind(skip)}::bigint`, `${bind(take)}::bigint`];
  if (way.isOneWalk) {
    const lie = [
      ...onShelves(filters, shelves, { way, bind }),
      ...(way.byStatus ? [] : statusEdges(filters, shelves, { bind, at: sortOn(driverOf(filters, way), filters.sortBy) })),
    ];
    return `SELECT id FROM (${rowsInOrder(filters, { way, bind, lie })} OFFSET ${offset} LIMIT ${limit}) AS met`;
  }
  const lie = ['pool_id = shelf.pool_id', ...(way.byStatus ? ['status = shelf_status'] : [])].map((condition) => `${driverOf(filters, way)}.${condition}`);
  const pools = `unnest(${bind(shelves.poolIds)}::uuid[]) AS shelf(pool_id)`;
  const statuses = way.byStatus ? `CROSS JOIN unnest(${bind([...new Set(filters.status)])}::text[]) AS shelf_status` : '';
  return `SELECT id FROM ${pools} ${statuses} CROSS JOIN LATERAL (${rowsInOrder(filters, { way, bind, lie })} LIMIT ${offset} + ${limit}) AS met
    ${orderOf(filters, { column: 'place', id: 'id' })} OFFSET ${offset} LIMIT ${limit}`;
}

/** On one walk across all, each row is asked whether it lies on one of the shelves. */
function onShelves(filters: ResourceFilters, { isEverywhere, poolIds }: Shelves, { way, bind }: Walking): readonly string[] {
  return isEverywhere ? [] : [`${driverOf(filters, way)}.pool_id = ANY(${bind(poolIds)}::uuid[])`];
}

interface Walked extends Walking {
  /** On which shelves, as conditions on the table that is walked. */
  readonly lie: readonly string[];
}

function rowsInOrder(filters: ResourceFilters, { way, bind, lie }: Walked): string {
  const driver = driverOf(filters, way);
  const sort = sortOn(driver, filters.sortBy);
  const { served, asked } = divide(resourceConditions(filters, driver, bind), filters, way.byStatus);
  const conditions = [...lie, ...served, ...beyondCursor(filters, sort, bind), ...asked.map(onTheWay)];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const from = tablesFor(driver, neededBy(filters, filters.sortBy));
  return `SELECT ${sort.id} AS id, ${sort.column} AS place FROM ${from} ${where} ${orderOf(filters, sort)}`;
}

/** The table whose index is walked. */
const driverOf = ({ sortBy }: ResourceFilters, { byStatus }: Pick<Way, 'byStatus'>): Driver => (sortBy === 'updatedAt' || byStatus ? 's' : 'r');

function sortOn(driver: Driver, sortBy: ResourceFilters['sortBy']): SqlSort {
  const { column, type } = sorts[sortBy];
  return { column: `${driver}.${column}`, type, id: driver === 'r' ? 'r.id' : 's.resource_id' };
}

/** Inside a CASE PostgreSQL seeks no other index and guesses nothing: that enough rows pass is known by the count. */
const onTheWay = (condition: string) => `CASE WHEN ${condition} THEN true ELSE false END`;

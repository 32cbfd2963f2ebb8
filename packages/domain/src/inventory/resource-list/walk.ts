import { stretchOf } from '../../lists/page.ts';
import { beyondCursor, orderOf, type SqlSort } from '../../lists/sql-stretch.ts';
import type { Shelves } from './find-shelves.ts';
import { divide, type Way } from './find-way.ts';
import { type Bind, type Driver, neededBy, resourceConditions, tablesFor } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

/**
 * The ids of one page, met by walking an index in the list's own order until the page is full. There are indexes in every order for a
 * pool, and by birth and change for a pool and status; a list over several is the first rows of each, merged.
 */
export function walk(filters: ResourceFilters, { poolIds, isEverywhere }: Shelves, { way, bind }: { way: Way; bind: Bind }): string {
  const { skip, take } = stretchOf(filters);
  const [offset, limit] = [`${bind(skip)}::bigint`, `${bind(take)}::bigint`];
  if (way.isOneWalk) {
    const lie = isEverywhere ? [] : [`pool_id = ANY(${bind(poolIds)}::uuid[])`];
    return `SELECT id FROM (${rowsInOrder(filters, { way, bind, lie })} OFFSET ${offset} LIMIT ${limit}) AS met`;
  }
  const lie = ['pool_id = shelf.pool_id', ...(way.byStatus ? ['status = shelf_status'] : [])];
  const pools = `unnest(${bind(poolIds)}::uuid[]) AS shelf(pool_id)`;
  const statuses = way.byStatus ? `CROSS JOIN unnest(${bind([...new Set(filters.status)])}::text[]) AS shelf_status` : '';
  return `SELECT id FROM ${pools} ${statuses} CROSS JOIN LATERAL (${rowsInOrder(filters, { way, bind, lie })} LIMIT ${offset} + ${limit}) AS met
    ${orderOf(filters, { column: 'place', id: 'id' })} OFFSET ${offset} LIMIT ${limit}`;
}

interface Walked {
  readonly way: Way;
  readonly bind: Bind;
  /** On which shelves, as conditions on the table that is walked. */
  readonly lie: readonly string[];
}

function rowsInOrder(filters: ResourceFilters, { way, bind, lie }: Walked): string {
  const driver = filters.sortBy === 'updatedAt' || way.byStatus ? 's' : 'r';
  const sort = sortOn(driver, filters.sortBy);
  const { served, asked } = divide(resourceConditions(filters, driver, bind), filters);
  const conditions = [...lie.map((condition) => `${driver}.${condition}`), ...served, ...beyondCursor(filters, sort, bind), ...asked.map(onTheWay)];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const from = tablesFor(driver, neededBy(filters, filters.sortBy));
  return `SELECT ${sort.id} AS id, ${sort.column} AS place FROM ${from} ${where} ${orderOf(filters, sort)}`;
}

const columns = { createdAt: 'created_at', updatedAt: 'updated_at', externalCode: 'external_code' } as const;

function sortOn(driver: Driver, sortBy: ResourceFilters['sortBy']): SqlSort {
  const type = sortBy === 'externalCode' ? 'text' : 'timestamptz';
  return { column: `${driver}.${columns[sortBy]}`, type, id: driver === 'r' ? 'r.id' : 's.resource_id' };
}

/** Inside a CASE PostgreSQL seeks no other index and guesses nothing: that enough rows pass is known by the count. */
const onTheWay = (condition: string) => `CASE WHEN ${condition} THEN true ELSE false END`;

import { stretchOf } from '../../lists/page.ts';
import { beyondCursor, orderOf, type SqlSort } from '../../lists/sql-stretch.ts';
import type { Shelves } from './find-shelves.ts';
import { matchResources } from './match-resources.ts';
import { type Bind, sorts } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';
import { statusEdges } from './status-edges.ts';

/** The ids of one page, out of all that match: found first, then sorted. With an OFFSET between, so that PostgreSQL does not set out to meet them in order. */
export function gather(filters: ResourceFilters, shelves: Shelves, bind: Bind): string {
  const { skip, take } = stretchOf(filters);
  const { column, type } = sorts[filters.sortBy];
  const { status } = filters;
  const isAskedLast = status !== undefined && isFoundAndSorted(filters);
  const { driver, from } = matchResources(isAskedLast ? { ...filters, status: undefined } : filters, shelves, { bind, sortBy: filters.sortBy });
  const place: SqlSort = { column: 'place', type, id: 'id' };
  const within = [...beyondCursor(filters, place, bind), ...(isAskedLast ? statusEdges(filters, shelves, { bind, at: place }) : [])];
  const where = within.length === 0 ? '' : `WHERE ${within.join(' AND ')}`;
  const table = { createdAt: driver, updatedAt: 's', externalCode: 'r' }[filters.sortBy];
  const id = driver === 'r' ? 'r.id' : 's.resource_id';
  const matched = `(SELECT ${id} AS id, ${table}.${column} AS place ${from} OFFSET 0) AS matched`;
  const inOrder = `SELECT id, place FROM ${matched} ${where} ${orderOf(filters, place)}`;
  const stretch = `OFFSET ${bind(skip)}::bigint LIMIT ${bind(take)}::bigint`;
  return isAskedLast
    ? `SELECT id FROM (${inOrder}) AS m CROSS JOIN LATERAL (${hasStatus(bind(status))}) AS s ${orderOf(filters, place)} ${stretch}`
    : `SELECT id FROM (${inOrder} ${stretch}) AS m`;
}

/** Whether the resources' own table both finds and sorts them: then their states are read in order, and no more than fill the page. */
const isFoundAndSorted = ({ externalCode, attributes, sortBy, updatedAtFrom, updatedAtTo }: ResourceFilters): boolean =>
  (externalCode !== undefined || attributes !== undefined) && sortBy !== 'updatedAt' && updatedAtFrom === undefined && updatedAtTo === undefined;

/** Limited, so that PostgreSQL asks it of one row after the other. */
const hasStatus = (statuses: string) => `SELECT FROM resource_state s WHERE s.resource_id = m.id AND s.status = ANY(${statuses}::text[]) LIMIT 1`;

import { stretchOf } from '../../lists/page.ts';
import type { Shelves } from './find-shelves.ts';
import { type Conditions, resourceConditions } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

/** How the list's own order is walked. */
export interface Way {
  /** By an index that has the status before the order, so that rows in another status are never met. */
  readonly byStatus: boolean;
  /** Along one index across all shelves, instead of from shelf to shelf. */
  readonly isOneWalk: boolean;
  /** About how many rows it meets until a page is full. */
  readonly rows: number;
}

/** Beyond so many rows, read from shelf after shelf only to be sorted, one walk across all of them is the shorter way. */
const rowsFromShelves = 50_000;

/**
 * The way in which a page would be walked to, of a list in which `total` match: the one that meets fewer rows. What is of one status lies
 * together, in few blocks: only where there is more to ask of each row does the walk across all compete with that.
 */
export function findWay(filters: ResourceFilters, shelves: Shelves, total: number): Way {
  const mayGoAcross = shelves.isEverywhere && (!isByStatus(filters) || (!isStraight(filters) && filters.sortBy === 'createdAt'));
  const ways = [fromShelfToShelf(filters, shelves, total), ...(mayGoAcross ? [acrossAll(filters, shelves, total)] : [])];
  return ways.reduce((shortest, way) => (way.rows < shortest.rows ? way : shortest));
}

/** The first rows of each shelf, merged; or of all of them in one walk, when there would be too many to merge. */
function fromShelfToShelf(filters: ResourceFilters, shelves: Shelves, total: number): Way {
  const { skip, take } = stretchOf(filters);
  const { status = [] } = filters;
  const byStatus = isByStatus(filters);
  const shelfCount = shelves.poolIds.length * (byStatus ? status.length : 1);
  const isOneWalk = shelfCount > 1 && shelfCount * (skip + take) > rowsFromShelves;
  const metForOne = isStraight(filters) ? 1 : (byStatus ? shelves.inStatus : shelves.size) / total;
  return { byStatus, isOneWalk, rows: (isOneWalk ? 1 : shelfCount) * (skip + take) * metForOne };
}

/** Along the index of everything, asking each row on the way. */
function acrossAll(filters: ResourceFilters, { size }: Shelves, total: number): Way {
  const { skip, take } = stretchOf(filters);
  return { byStatus: false, isOneWalk: true, rows: (skip + take) * (isStraight(filters) && !isByStatus(filters) ? 1 : size / total) };
}

/** Whether every row that the walk meets is one that matches. */
export const isStraight = (filters: ResourceFilters): boolean =>
  divide(
    resourceConditions(filters, 'r', () => ''),
    filters,
    isByStatus(filters),
  ).asked.length === 0;

/** What the index of the walk serves, and what every row on the way has to be asked. */
export function divide(conditions: Conditions, filters: ResourceFilters, byStatus: boolean) {
  const isServed = (name: string) => (name === filters.sortBy ? name !== 'externalCode' : name === 'status' && byStatus);
  const entries = Object.entries(conditions) as [string, readonly string[]][];
  return {
    served: entries.flatMap(([name, ofFilter]) => (isServed(name) ? ofFilter : [])),
    asked: entries.flatMap(([name, ofFilter]) => (isServed(name) ? [] : ofFilter)),
  };
}

const isByStatus = ({ status, sortBy }: ResourceFilters) => status !== undefined && sortBy !== 'externalCode';

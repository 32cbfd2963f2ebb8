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

/** The way in which a page would be walked to, of a list in which `total` match. */
export function findWay(filters: ResourceFilters, shelves: Shelves, total: number): Way {
  const { skip, take } = stretchOf(filters);
  const { status = [] } = filters;
  const byStatus = isByStatus(filters);
  const shelfCount = shelves.poolIds.length * (byStatus ? status.length : 1);
  const rows = shelfCount * (skip + take);
  if (isStraight(filters)) {
    const isOneWalk = (shelves.isEverywhere && !byStatus) || (shelfCount > 1 && rows > rowsFromShelves);
    return { byStatus, isOneWalk, rows };
  }
  const fromShelves: Way = { byStatus, isOneWalk: false, rows: (rows * (byStatus ? shelves.inStatus : shelves.size)) / total };
  const acrossAll: Way = { byStatus: false, isOneWalk: true, rows: ((skip + take) * shelves.everything) / total };
  return acrossAll.rows < fromShelves.rows ? acrossAll : fromShelves;
}

/** About how many rows are read to find all that match: the indexes of codes and attributes know neither pool nor status. */
export const rowsToGather = ({ externalCode, attributes }: ResourceFilters, { inStatus, everything }: Shelves, total: number): number =>
  externalCode === undefined && attributes === undefined ? total : (total * everything) / inStatus;

/** Whether every row on the shelves is one that matches: then a walk meets no other, however long it is. */
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

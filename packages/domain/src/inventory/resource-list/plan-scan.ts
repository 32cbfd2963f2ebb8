import { getRowRange } from '../../lists/page.ts';
import type { PoolScope } from './find-pool-scope.ts';
import { buildResourceConditions, type Conditions } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

/** How the list's own order is walked. */
export interface ScanPlan {
  /** By an index that has the status before the order, so that rows in another status are never met. */
  readonly byStatus: boolean;
  /** Along one index across all shelves, instead of from shelf to shelf. */
  readonly isSingleScan: boolean;
  /** About how many rows it meets until a page is full. */
  readonly estimatedRows: number;
}

/** Beyond so many rows, read from shelf after shelf only to be sorted, one walk across all of them is the shorter way. */
const perPoolRowLimit = 50_000;

/** The way in which a page would be walked to, of a list in which `total` match. */
export function planScan(filters: ResourceFilters, scope: PoolScope, total: number): ScanPlan {
  const { skip, take } = getRowRange(filters);
  const { status = [] } = filters;
  const byStatus = isByStatus(filters);
  const partCount = scope.poolIds.length * (byStatus ? status.length : 1);
  const estimatedRows = partCount * (skip + take);
  if (isServedByIndex(filters)) {
    const isSingleScan = (scope.isUnrestricted && !byStatus) || (partCount > 1 && estimatedRows > perPoolRowLimit);
    return { byStatus, isSingleScan, estimatedRows };
  }
  const perPoolPlan: ScanPlan = {
    byStatus,
    isSingleScan: false,
    estimatedRows: (estimatedRows * (byStatus ? scope.statusCount : scope.resourceCount)) / total,
  };
  const singleScanPlan: ScanPlan = { byStatus: false, isSingleScan: true, estimatedRows: ((skip + take) * scope.totalCount) / total };
  return singleScanPlan.estimatedRows < perPoolPlan.estimatedRows ? singleScanPlan : perPoolPlan;
}

/** About how many rows are read to find all that match: the indexes of codes and attributes know neither pool nor status. */
export const estimateSortScanRows = ({ externalCode, attributes }: ResourceFilters, { statusCount, totalCount }: PoolScope, total: number): number =>
  externalCode === undefined && attributes === undefined ? total : (total * totalCount) / statusCount;

/** Whether every row on the shelves is one that matches: then a walk meets no other, however long it is. */
export const isServedByIndex = (filters: ResourceFilters): boolean =>
  splitConditions(
    buildResourceConditions(filters, 'r', () => ''),
    filters,
    isByStatus(filters),
  ).filtered.length === 0;

/** What the index of the walk serves, and what every row on the way has to be asked. */
export function splitConditions(conditions: Conditions, filters: ResourceFilters, byStatus: boolean) {
  const isIndexed = (name: string) => (name === filters.sortBy ? name !== 'externalCode' : name === 'status' && byStatus);
  const entries = Object.entries(conditions) as [string, readonly string[]][];
  return {
    indexed: entries.flatMap(([name, filterConditions]) => (isIndexed(name) ? filterConditions : [])),
    filtered: entries.flatMap(([name, filterConditions]) => (isIndexed(name) ? [] : filterConditions)),
  };
}

const isByStatus = ({ status, sortBy }: ResourceFilters) => status !== undefined && sortBy !== 'externalCode';

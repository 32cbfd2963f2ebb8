import { getRowRange } from '@linework/lists/page';
import type { PoolScope } from './find-pool-scope.ts';
import { buildResourceConditions, type ResourceCondition } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

/** How the index in the list's order is scanned. */
export interface ScanPlan {
  /** Scans an index with the status before the sort column, so that rows in another status are never read. */
  readonly byStatus: boolean;
  /** Scans one index across all pools instead of one pool after the other. */
  readonly isSingleScan: boolean;
  /** The estimated number of rows read until a page is full. */
  readonly estimatedRows: number;
}

/** Above this number of rows from single pools, one scan across all pools is cheaper than sorting them. */
const perPoolRowLimit = 50_000;

/** Plans the index scan for a page of a list with `total` matches. */
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
  const singleScanPlan: ScanPlan = {
    byStatus: false,
    isSingleScan: true,
    estimatedRows: ((skip + take) * scope.totalCount) / total,
  };
  return singleScanPlan.estimatedRows < perPoolPlan.estimatedRows ? singleScanPlan : perPoolPlan;
}

/**
 * Estimates the rows that are read to find all matches: the indexes of codes and attributes contain neither pool nor
 * status.
 */
export const estimateSortScanRows = (
  { externalCode, attributes }: ResourceFilters,
  { statusCount, totalCount }: PoolScope,
  total: number,
): number => (externalCode === undefined && attributes === undefined ? total : (total * totalCount) / statusCount);

/** Whether every row in the pools matches; then a scan reads no other row, however long it is. */
export const isServedByIndex = (filters: ResourceFilters): boolean =>
  splitConditions(
    buildResourceConditions(filters, 'r', () => ''),
    filters,
    isByStatus(filters),
  ).filtered.length === 0;

/** The conditions that the index of the scan serves, and those that are checked for each row. */
export function splitConditions(
  conditions: readonly ResourceCondition[],
  { sortBy }: ResourceFilters,
  byStatus: boolean,
) {
  const isIndexed = ({ column }: ResourceCondition) =>
    column === sortBy ? column !== 'externalCode' : column === 'status' && byStatus;
  return {
    indexed: conditions.filter(isIndexed).map(({ sql }) => sql),
    filtered: conditions.filter((condition) => !isIndexed(condition)).map(({ sql }) => sql),
  };
}

const isByStatus = ({ status, sortBy }: ResourceFilters) => status !== undefined && sortBy !== 'externalCode';

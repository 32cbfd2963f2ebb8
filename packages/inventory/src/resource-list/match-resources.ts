import type { Bind } from '@linework/lists/bound-values';
import type { PoolScope } from './find-pool-scope.ts';
import { buildFrom, buildResourceConditionsSql, type Driver, findNeededTables } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

/**
 * FROM and WHERE of all matches; PostgreSQL chooses the plan. A column that is in both tables is read from `driver`.
 */
export function buildMatchSql(
  filters: ResourceFilters,
  { poolIds, brokerId, isUnrestricted }: PoolScope,
  { bind, sortBy }: { bind: Bind; sortBy?: ResourceFilters['sortBy'] },
) {
  const driver = selectDriver(filters, sortBy);
  // The index by status begins with the pool.
  const poolTable = filters.status === undefined ? driver : 's';
  const poolConditions =
    isUnrestricted && filters.status === undefined ? [] : [`${poolTable}.pool_id = ANY(${bind(poolIds)}::uuid[])`];
  // The index of code fragments contains the broker but no pool.
  const brokerConditions =
    filters.externalCode !== undefined && brokerId !== null ? [`r.broker_id = ${bind(brokerId)}::uuid`] : [];
  const conditions = [...poolConditions, ...brokerConditions, ...buildResourceConditionsSql(filters, driver, bind)];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return { driver, from: `FROM ${buildFrom(driver, findNeededTables(filters, sortBy))} ${where}` };
}

/** The resource table where its own indexes can help, else the state table where it is needed. */
function selectDriver(filters: ResourceFilters, sortBy?: ResourceFilters['sortBy']): Driver {
  if (filters.externalCode !== undefined || filters.attributes !== undefined) return 'r';
  return findNeededTables(filters, sortBy).state ? 's' : 'r';
}

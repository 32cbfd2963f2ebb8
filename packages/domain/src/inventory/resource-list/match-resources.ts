import type { Shelves } from './find-shelves.ts';
import { type Bind, type Driver, neededBy, resourceConditions, tablesFor } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

/** FROM and WHERE of all that match, for PostgreSQL to find in its own way. What stands in both tables is read from `driver`. */
export function matchResources(
  filters: ResourceFilters,
  { poolIds, brokerId, isEverywhere }: Shelves,
  { bind, sortBy }: { bind: Bind; sortBy?: ResourceFilters['sortBy'] },
) {
  const driver = driverFor(filters, sortBy);
  // The index of a status begins with the pool.
  const shelved = filters.status === undefined ? driver : 's';
  const lie = isEverywhere && filters.status === undefined ? [] : [`${shelved}.pool_id = ANY(${bind(poolIds)}::uuid[])`];
  // The index of parts of codes knows the broker, and no pool.
  const ofBroker = filters.externalCode !== undefined && brokerId !== null ? [`r.broker_id = ${bind(brokerId)}::uuid`] : [];
  const conditions = [...lie, ...ofBroker, ...Object.values(resourceConditions(filters, driver, bind)).flat()];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return { driver, from: `FROM ${tablesFor(driver, neededBy(filters, sortBy))} ${where}` };
}

/** The resource where its own indexes may be of use, else the state where it is needed at all. */
function driverFor(filters: ResourceFilters, sortBy?: ResourceFilters['sortBy']): Driver {
  if (filters.externalCode !== undefined || filters.attributes !== undefined) return 'r';
  return neededBy(filters, sortBy).state ? 's' : 'r';
}

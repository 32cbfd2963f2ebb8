import type { Pool } from '@linework/schemas/inventory/pools/pool';

/** The FROM clause and columns of a pool. The counters are sums of appended rows and exact in every transaction. */
export const poolTables = `pool p CROSS JOIN LATERAL (
  SELECT coalesce(sum(delta), 0)::int AS "resourcesCount", coalesce(sum(delta) FILTER (WHERE status = 'available'), 0)::int AS "availableResourcesCount"
  FROM pool_count WHERE pool_id = p.id
) n`;

export const poolColumns = `p.id, p.name, p.type_id AS "typeId", p.broker_id AS "brokerId", p.metadata, p.created_at AS "createdAt",
  p.low_availability_threshold AS "lowAvailabilityThreshold", n."resourcesCount", n."availableResourcesCount"`;

/** A row of `poolColumns`. */
export interface PoolRow extends Omit<Pool, 'createdAt'> {
  readonly createdAt: Date;
}

/** A pool as every client sees it. */
export function showPool(row: PoolRow): Pool {
  return { ...row, createdAt: row.createdAt.toISOString() };
}

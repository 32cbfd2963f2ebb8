import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { ResourceFilters } from './resource-filters.ts';

/**
 * The pools of a list of resources. A resource has the type and broker of its pool, so its pool answers all three
 * filters.
 */
export interface PoolScope {
  readonly poolIds: readonly string[];
  /** The single broker of these pools, if the filter or the caller determines one. */
  readonly brokerId: string | null;
  /** All pools are included. */
  readonly isUnrestricted: boolean;
  /** The number of resources in these pools. */
  readonly resourceCount: number;
  /** The number of those that have one of the requested statuses. */
  readonly statusCount: number;
  /** The number of all resources. */
  readonly totalCount: number;
}

const findPoolScopeStatement = statement(
  'find-pool-scope',
  { brokerId: 'uuid?', brokerIds: 'uuid[]?', typeIds: 'uuid[]?', poolIds: 'uuid[]?', statuses: 'text[]?' },
  `SELECT p.id, coalesce(sum(c.delta), 0)::int AS size,
     coalesce(sum(c.delta) FILTER (WHERE :statuses IS NULL OR c.status = ANY(:statuses)), 0)::int AS "inStatus",
     (SELECT coalesce(sum(delta), 0)::int FROM pool_count) AS everything
   FROM pool p LEFT JOIN pool_count c ON c.pool_id = p.id
   WHERE (:brokerId IS NULL OR p.broker_id = :brokerId) AND (:brokerIds IS NULL OR p.broker_id = ANY(:brokerIds))
     AND (:typeIds IS NULL OR p.type_id = ANY(:typeIds)) AND (:poolIds IS NULL OR p.id = ANY(:poolIds))
   GROUP BY p.id`,
);

/** Finds the pools that the caller can see and that match the filters by broker, type and pool. */
export async function findPoolScope(
  db: Pick<Db, 'query'>,
  caller: Caller,
  { brokerId, typeId, poolId, status }: ResourceFilters,
): Promise<PoolScope> {
  const rows = await db.query(findPoolScopeStatement, {
    brokerId: caller.brokerId,
    brokerIds: brokerId,
    typeIds: typeId,
    poolIds: poolId,
    statuses: status,
  });
  const sum = (column: 'size' | 'inStatus') => rows.reduce((total, row) => total + row[column], 0);
  return {
    poolIds: rows.map(({ id }) => id),
    brokerId: caller.brokerId ?? (brokerId?.length === 1 ? (brokerId[0] ?? null) : null),
    isUnrestricted: caller.brokerId === null && !brokerId && !typeId && !poolId,
    resourceCount: sum('size'),
    statusCount: sum('inStatus'),
    totalCount: rows[0]?.everything ?? 0,
  };
}

import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import { type Pool, pool } from '@linework/schemas/inventory/pools/pool';
import { printRecord, type RecordOf } from '@linework/schemas/print-record';

/** The FROM clause and columns of a pool. The counters are sums of appended rows and exact in every transaction. */
export const poolTables = `pool p CROSS JOIN LATERAL (
  SELECT coalesce(sum(delta), 0)::int AS "resourcesCount",
    coalesce(sum(delta) FILTER (WHERE status = 'available'), 0)::int AS "availableResourcesCount"
  FROM pool_count WHERE pool_id = p.id
) n`;

export const poolColumns = `p.id, p.name, p.type_id AS "typeId", p.broker_id AS "brokerId", p.metadata,
  p.created_at AS "createdAt",
  p.low_availability_threshold AS "lowAvailabilityThreshold", n."resourcesCount", n."availableResourcesCount"`;

/** A row of `poolColumns`. */
export type PoolRow = RecordOf<typeof pool>;

const findPoolStatement = statement(
  'find-pool',
  { poolId: 'uuid', brokerId: 'uuid?' },
  `SELECT ${poolColumns} FROM ${poolTables} WHERE p.id = :poolId AND (:brokerId IS NULL OR p.broker_id = :brokerId)`,
);

/** The pool as its client sees it. Raises not-found when it does not exist or belongs to another broker. */
export async function findPool(
  db: Pick<Db, 'query'>,
  { caller, poolId }: { caller: Caller; poolId: string },
): Promise<Pool> {
  const [row] = await db.query(findPoolStatement, { poolId, brokerId: caller.brokerId });
  if (!row) throw poolNotFound(poolId);
  return printRecord(pool, row);
}

export const poolNotFound = (poolId: string) => notFound(`There is no pool ${poolId}.`);

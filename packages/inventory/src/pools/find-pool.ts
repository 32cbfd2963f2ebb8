import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import type { Pool } from '@linework/schemas/inventory/pools/pool';
import { type PoolRow, poolColumns, poolTables, showPool } from './show-pool.ts';

const findPoolStatement = statement(
  'find-pool',
  `SELECT ${poolColumns} FROM ${poolTables} WHERE p.id = $1::uuid AND ($2::uuid IS NULL OR p.broker_id = $2::uuid)`,
);

/** The pool as its client sees it. Raises not-found when it does not exist or belongs to another broker. */
export async function findPool(
  db: Pick<Db, 'query'>,
  { caller, poolId }: { caller: Caller; poolId: string },
): Promise<Pool> {
  const [row] = await db.query<PoolRow>(findPoolStatement, [poolId, caller.brokerId]);
  if (!row) throw poolNotFound(poolId);
  return showPool(row);
}

export const poolNotFound = (poolId: string) => notFound(`There is no pool ${poolId}.`);

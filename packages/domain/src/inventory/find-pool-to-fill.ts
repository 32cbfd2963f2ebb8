import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isForeignKeyViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { noSuchPool } from './find-pool.ts';

const findStatement = statement(
  'find-pool-to-fill',
  `SELECT p.id, p.type_id AS "typeId", p.broker_id AS "brokerId", t.secret_attributes AS "secretAttributes", t.code AS "typeCode" FROM pool p JOIN resource_type t ON t.id = p.type_id
   WHERE p.id = $1::uuid AND ($2::uuid IS NULL OR p.broker_id = $2::uuid)`,
);

/** What a pool says of the resources that are put into it. */
export interface PoolToFill {
  readonly id: string;
  readonly typeId: string;
  readonly brokerId: string;
  /** Says how external codes are read. */
  readonly typeCode: string;
  /** Names of attributes that are secret, in lower case. */
  readonly secretAttributes: readonly string[];
  /** The key that puts them there; absent where no key asked for it. */
  readonly keyId?: string;
}

/** The pool, to put resources into. Raises not-found when it is not there, or another broker's. */
export async function findPoolToFill(db: Pick<Db, 'query'>, { caller, poolId }: { caller: Caller; poolId: string }): Promise<PoolToFill> {
  const [pool] = await db.query<PoolToFill>(findStatement, [poolId, caller.brokerId]);
  if (!pool) throw noSuchPool(poolId);
  return { ...pool, keyId: caller.keyId };
}

/** What is raised where resources are written: not-found when their pool, in which there was none yet, has been deleted meanwhile. */
export function raiseIfPoolDeleted(pool: Pick<PoolToFill, 'id'>) {
  return (error: unknown): never => {
    throw isForeignKeyViolation(error, 'resource_pool_id_type_id_broker_id_fkey') ? noSuchPool(pool.id) : error;
  };
}

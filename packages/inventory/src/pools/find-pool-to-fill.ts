import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isForeignKeyViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import type { PoolCheckDigit } from '@linework/schemas/inventory/iccid';
import { poolNotFound } from './find-pool.ts';

const findStatement = statement(
  'find-pool-to-fill',
  { poolId: 'uuid', brokerId: 'uuid?' },
  `SELECT p.id, p.type_id AS "typeId", p.broker_id AS "brokerId", t.secret_attributes AS "secretAttributes",
     t.code AS "typeCode", p.check_digit AS "checkDigit"
   FROM pool p JOIN resource_type t ON t.id = p.type_id
   WHERE p.id = :poolId AND (:brokerId IS NULL OR p.broker_id = :brokerId)`,
);

/** The properties of a pool that apply to new resources. */
export interface PoolToFill {
  readonly id: string;
  readonly typeId: string;
  readonly brokerId: string;
  /** Selects the reader of external codes. */
  readonly typeCode: string;
  /** What the last digit of its ICCIDs is. */
  readonly checkDigit: PoolCheckDigit;
  /** Names of the secret attributes, in lower case. */
  readonly secretAttributes: readonly string[];
  /** The import that fills it; absent for a single resource. */
  readonly importId?: string;
  /** The API key of the request; absent where there is no request. */
  readonly keyId?: string;
}

/** Finds the pool that resources are added to. Raises not-found when it does not exist or belongs to another broker. */
export async function findPoolToFill(
  db: Pick<Db, 'query'>,
  { caller, poolId }: { caller: Caller; poolId: string },
): Promise<PoolToFill> {
  const [pool] = await db.query(findStatement, { poolId, brokerId: caller.brokerId });
  if (!pool) throw poolNotFound(poolId);
  return { ...pool, keyId: caller.keyId };
}

/**
 * An error handler for writing resources: raises not-found when the pool, which was empty, has been deleted
 * concurrently.
 */
export function raiseIfPoolDeleted(pool: Pick<PoolToFill, 'id'>) {
  return (error: unknown): never => {
    throw isForeignKeyViolation(error, 'resource_pool_id_type_id_broker_id_fkey') ? poolNotFound(pool.id) : error;
  };
}

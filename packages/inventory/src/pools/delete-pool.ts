import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { conflict } from '@linework/problem-details/make-problem';
import { poolNotFound } from './find-pool.ts';

// Adding a resource locks the row of its pool through the foreign key, so an empty pool stays empty under this lock.
const lockPool = statement(
  'lock-pool',
  { poolId: 'uuid', brokerId: 'uuid?' },
  `SELECT broker_id AS "brokerId"
   FROM pool
   WHERE id = :poolId AND (:brokerId IS NULL OR broker_id = :brokerId)
   FOR UPDATE`,
);

const deleteEmptyPool = statement(
  'delete-empty-pool',
  { poolId: 'uuid' },
  `WITH deleted AS (DELETE FROM pool
     WHERE id = :poolId AND NOT EXISTS (SELECT FROM resource WHERE pool_id = :poolId)
     RETURNING id),
     uncounted AS (DELETE FROM pool_count WHERE pool_id = ANY(ARRAY(SELECT id FROM deleted)))
   SELECT id FROM deleted`,
);

/** Deletes a pool. Raises not-found, or conflict while the pool has resources, withdrawn ones included. */
export async function deletePool(
  db: Db,
  { caller, poolId }: { readonly caller: Caller; readonly poolId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [pool] = await tx.query(lockPool, { poolId, brokerId: caller.brokerId });
    if (!pool) throw poolNotFound(poolId);
    const [deleted] = await tx.query(deleteEmptyPool, { poolId });
    if (!deleted)
      throw conflict('The pool still has resources; it can be deleted only when it is empty.', { code: 'pool-in-use' });
    const { brokerId } = pool;
    await writeEvent(tx, {
      type: 'pool.deleted',
      id: poolId,
      brokerId,
      keyId: caller.keyId,
    });
  });
}

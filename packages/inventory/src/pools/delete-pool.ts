import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import { poolNotFound } from './find-pool.ts';

// Adding a resource locks the row of its pool through the foreign key, so an empty pool stays empty under this lock.
const lockPool = statement(
  'lock-pool',
  'SELECT broker_id AS "brokerId" FROM pool WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) FOR UPDATE',
);

const deleteEmptyPool = statement(
  'delete-empty-pool',
  `WITH deleted AS (DELETE FROM pool WHERE id = $1::uuid AND NOT EXISTS (SELECT FROM resource WHERE pool_id = $1::uuid) RETURNING id),
     uncounted AS (DELETE FROM pool_count WHERE pool_id = ANY(ARRAY(SELECT id FROM deleted)))
   SELECT id FROM deleted`,
);

/** Deletes a pool. Raises not-found, or conflict while the pool has resources, withdrawn ones included. */
export async function deletePool(
  db: Db,
  { caller, poolId }: { readonly caller: Caller; readonly poolId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [pool] = await tx.query<{ readonly brokerId: string }>(lockPool, [poolId, caller.brokerId]);
    if (!pool) throw poolNotFound(poolId);
    const [deleted] = await tx.query(deleteEmptyPool, [poolId]);
    if (!deleted)
      throw conflict('The pool still has resources; it can be deleted only when it is empty.', { code: 'pool-in-use' });
    const { brokerId } = pool;
    await tx.prisma.event.create({
      data: {
        type: eventType('pool.deleted'),
        resourceType: 'pool',
        resourceId: poolId,
        brokerId,
        keyId: caller.keyId,
      },
    });
  });
}

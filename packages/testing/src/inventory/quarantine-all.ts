import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import type { resourceStatusEvents } from '@linework/schemas/events';
import type { TestPool } from '../a-pool.ts';

/**
 * Puts all resources of a pool into quarantine as if lines had released them, with the allowed transitions and their
 * events. A negative `endsInMs` is in the past.
 */
export async function quarantineAll(
  db: Pick<Db, 'transaction'>,
  pool: Pick<TestPool, 'id'>,
  { endsInMs }: { readonly endsInMs: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(suspendAllStatement, [pool.id]);
    await tx.query(quarantineAllStatement, [pool.id, endsInMs]);
  });
}

const moveStatement = (
  name: string,
  { from, to, set }: { from: keyof typeof resourceStatusEvents; to: keyof typeof resourceStatusEvents; set: string },
) =>
  statement(
    name,
    `WITH transitioned AS (
      UPDATE resource_state
      SET status = '${to}', updated_at = now()${set}
      WHERE pool_id = $1::uuid AND status = '${from}'
      RETURNING resource_id, broker_id
    )
    ${insertMove('resource', { from, to, id: 'resource_id' })}
    FROM transitioned`,
  );

const suspendAllStatement = moveStatement('test-suspend-all', { from: 'available', to: 'suspended', set: '' });
const quarantineAllStatement = moveStatement('test-quarantine-all', {
  from: 'suspended',
  to: 'quarantined',
  set: ", quarantined_at = now() - interval '1 h', quarantine_ends_at = now() + interval '1 ms' * $2::float8",
});

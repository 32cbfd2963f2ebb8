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
    await tx.query(suspendAllStatement, { poolId: pool.id });
    await tx.query(quarantineAllStatement, { poolId: pool.id, endsInMs });
  });
}

type Status = keyof typeof resourceStatusEvents;

const buildMove = (from: Status, to: Status, set = '') => `WITH transitioned AS (
      UPDATE resource_state
      SET status = '${to}', updated_at = now()${set}
      WHERE pool_id = :poolId AND status = '${from}'
      RETURNING resource_id, broker_id
    )
    ${insertMove('resource', { from, to, id: 'resource_id' })}
    FROM transitioned`;

const suspendAllStatement = statement('test-suspend-all', { poolId: 'uuid' }, buildMove('available', 'suspended'));
const quarantineAllStatement = statement(
  'test-quarantine-all',
  { poolId: 'uuid', endsInMs: 'float8' },
  buildMove(
    'suspended',
    'quarantined',
    ", quarantined_at = now() - interval '1 h', quarantine_ends_at = now() + interval '1 ms' * :endsInMs",
  ),
);

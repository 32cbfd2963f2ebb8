import { type PersonWithRole, scopesOfPerson } from '@linework/auth/roles';
import type { Scope } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';

/** Waits for a transaction that is placing orders, because it locks the row. */
const pauseStatement = statement(
  'pause-bulk-operations-of-person',
  { operatorId: 'uuid', byId: 'uuid' },
  `WITH paused AS (
    UPDATE bulk_operation
    SET status = 'PAUSED', updated_at = now()
    WHERE key_id = :operatorId AND finished_at IS NULL AND status = 'RUNNING'
    RETURNING id, broker_id
  )
  ${insertMove('bulk-operation', {
    from: 'RUNNING',
    to: 'PAUSED',
    key: ':byId',
    details: "jsonb_build_object('reason', 'Its creator may no longer act.')",
  })}
  FROM paused`,
);

/** The scopes of what a batch may do. A batch does not say which of them it needs. */
export const scopesOfBatches: readonly Scope[] = ['lines:write', 'lines:delete', 'orders:write'];

/** Whether every batch goes on in the name of a person with this role. */
export const mayRunBatches = (person: PersonWithRole): boolean =>
  person.role !== 'viewer' && scopesOfBatches.every((scope) => scopesOfPerson(person).includes(scope));

/**
 * Pauses the bulk operations of a person who is disabled or may do less from now on: nothing more is done in the name
 * of that person until somebody who may resumes it. `byId` is the key or the person who asks for it.
 */
export async function pauseBatchesOfPerson(
  tx: Pick<Db, 'query'>,
  { operatorId, byId }: { readonly operatorId: string; readonly byId: string },
): Promise<void> {
  await tx.query(pauseStatement, { operatorId, byId });
}

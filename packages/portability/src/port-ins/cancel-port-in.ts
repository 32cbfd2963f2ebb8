import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { conflict } from '@linework/problem-details/make-problem';
import { portInLifecycle } from '@linework/schemas/lifecycles/port-in.lifecycle';
import type { PortIn } from '@linework/schemas/portability/port-in';
import { findPortIn, type PortInTarget } from './find-port-in.ts';
import { lockPortIn } from './lock-port-in.ts';

const cancelStatement = statement(
  'cancel-port-in',
  { portInId: 'uuid', status: 'text', keyId: 'uuid' },
  `WITH moved AS (
    UPDATE port_in
    SET status = 'CANCELLING', revision = revision + 1, due_at = ${dueNow}, attempt = 0, reason_code = NULL,
      reason_detail = NULL, updated_at = now()
    WHERE id = :portInId AND status = :status
    RETURNING id, broker_id
  )
  ${insertMove('port-in', { fromColumn: ':status', to: 'CANCELLING', key: ':keyId' })}
  FROM moved`,
);

/**
 * Requests the cancel of a port-in at the clearing house. Raises not-found, invalid-status-transition, and conflict
 * once an order assigns the number: that order has to be cancelled instead.
 */
export function cancelPortIn(db: Db, target: PortInTarget): Promise<PortIn> {
  return db.transaction(async (tx) => {
    const { status, orderId } = await lockPortIn(tx, target, 'cancel');
    if (orderId !== null)
      throw conflict('An order is assigning the number to its line. Cancel that order instead.', {
        code: 'order-placed',
        orderId,
      });
    await tx.query(cancelStatement, { portInId: target.portInId, status, keyId: target.caller.keyId });
    return findPortIn(tx, target);
  });
}

/** In SQL: the statuses from which a port-in can be cancelled. */
export const cancellableStatuses = portInLifecycle
  .getSources('cancel')
  .map((status) => `'${status}'`)
  .join(', ');

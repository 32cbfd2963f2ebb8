import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { conflict, invalidStatusTransition } from '@linework/problem-details/make-problem';
import { type PortOutStatus, portOutLifecycle } from '@linework/schemas/lifecycles/port-out.lifecycle';
import type { PortOut } from '@linework/schemas/portability/port-out';
import { findPortOut, portOutNotFound } from './find-port-out.ts';

/** The current time is read after the row is locked: the wait for the lock may have lasted until the window. */
const lockStatement = statement(
  'lock-port-out-to-cancel',
  { portOutId: 'uuid', brokerId: 'uuid?' },
  `WITH held AS MATERIALIZED (
     SELECT status, window_from
     FROM port_out
     WHERE id = :portOutId AND (:brokerId IS NULL OR broker_id = :brokerId)
     FOR UPDATE
   )
   SELECT status, window_from <= clock_timestamp() AS "hasWindowBegun"
   FROM held`,
);

const cancelStatement = statement(
  'cancel-port-out',
  { portOutId: 'uuid', keyId: 'uuid' },
  `WITH moved AS (
    UPDATE port_out
    SET status = 'CANCELLING', cancel_requested_at = ${dueNow}, due_at = ${dueNow}, attempt = 0, reason_detail = NULL,
      updated_at = now()
    WHERE id = :portOutId AND status = 'PENDING'
    RETURNING id, broker_id
  )
  ${insertMove('port-out', { from: 'PENDING', to: 'CANCELLING', key: ':keyId' })}
  FROM moved`,
);

/**
 * Records a request to cancel a port-out; a scheduled job calls the clearing house. Raises not-found,
 * invalid-status-transition, and conflict once the window has begun: by then the recipient may have the number in
 * service.
 */
export function cancelPortOut(
  db: Db,
  target: { readonly caller: Caller; readonly portOutId: string },
): Promise<PortOut> {
  const { caller, portOutId } = target;
  return db.transaction(async (tx) => {
    const [portOut] = await tx.query(lockStatement, { portOutId, brokerId: caller.brokerId });
    if (!portOut) throw portOutNotFound(portOutId);
    if (portOutLifecycle.getTarget('cancel', portOut.status) === undefined)
      throw cancelNotAllowed(portOutId, portOut.status);
    if (portOut.hasWindowBegun) throw conflict('The window of the port-out has begun.', { code: 'window-begun' });
    await tx.query(cancelStatement, { portOutId, keyId: caller.keyId });
    return findPortOut(tx, target);
  });
}

function cancelNotAllowed(id: string, currentStatus: PortOutStatus): Error {
  const allowed = portOutLifecycle.getRequests(currentStatus);
  return invalidStatusTransition({ resource: { type: 'port-out', id }, currentStatus, requested: 'cancel', allowed });
}

import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { invalidStatusTransition, notFound } from '@linework/problem-details/make-problem';
import { type PortInRequest, type PortInStatus, portInLifecycle } from '@linework/schemas/lifecycles/port-in.lifecycle';
import type { PortInTarget } from './find-port-in.ts';

export interface LockedPortIn {
  readonly status: PortInStatus;
  readonly customerId: string;
  readonly orderId: string | null;
  /** Why it is in CONFLICT. */
  readonly reasonCode: string | null;
  readonly windowFrom: Date;
  readonly windowUntil: Date;
}

const lockStatement = statement(
  'lock-port-in',
  { portInId: 'uuid', brokerId: 'uuid?' },
  `SELECT status, customer_id AS "customerId", order_id AS "orderId", reason_code AS "reasonCode",
     window_from AS "windowFrom", window_until AS "windowUntil"
   FROM port_in
   WHERE id = :portInId AND (:brokerId IS NULL OR broker_id = :brokerId)
   FOR UPDATE`,
);

/**
 * Locks a port-in until the transaction ends. Raises not-found, and invalid-status-transition when its status does not
 * allow the request.
 */
export async function lockPortIn(
  tx: Db,
  { caller, portInId }: PortInTarget,
  requested: PortInRequest,
): Promise<LockedPortIn> {
  const [portIn] = await tx.query(lockStatement, { portInId, brokerId: caller.brokerId });
  if (!portIn) throw notFound(`There is no port-in ${portInId}.`);
  const { status: currentStatus } = portIn;
  if (portInLifecycle.getTarget(requested, currentStatus) !== undefined) return portIn;
  const allowed = portInLifecycle.getRequests(currentStatus);
  throw invalidStatusTransition({ resource: { type: 'port-in', id: portInId }, currentStatus, requested, allowed });
}

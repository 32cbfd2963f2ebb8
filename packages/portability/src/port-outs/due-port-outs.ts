import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import { defineDurableCall } from '@linework/partners/durable-call/define-durable-call';
import { dueNow, shortBackoff } from '@linework/partners/durable-call/due-times';
import type { Lease, LeasedRecord } from '@linework/partners/durable-call/leased-record';
import { eventType, portOutStatusEvents } from '@linework/schemas/events';
import { type PortOutStatus, portOutLifecycle } from '@linework/schemas/lifecycles/port-out.lifecycle';

/** A port-out whose window has begun, whose order is open, or that is being cancelled. */
export interface DuePortOut extends LeasedRecord {
  readonly brokerId: string;
  readonly lineId: string;
  readonly status: PortOutStatus;
  readonly msisdn: string;
  readonly ticket: string;
  readonly orderId: string | null;
  readonly cancelRequestedAt: Date | null;
  readonly correlationId: string;
  readonly keyId: string;
}

/** A port-out in any status. */
export interface StoredPortOut extends Omit<DuePortOut, 'dueAt'> {
  /** Null once it has ended. */
  readonly dueAt: Date | null;
}

export const portOutCall = defineDurableCall({
  kind: 'port-out',
  table: 'port_out',
  unansweredEvent: eventType('port_out.unanswered'),
  columns: `r.broker_id AS "brokerId", r.line_id AS "lineId", r.status, r.msisdn, r.ticket, r.order_id AS "orderId",
    r.cancel_requested_at AS "cancelRequestedAt", r.correlation_id AS "correlationId", r.key_id AS "keyId"`,
});

/** Acquires port-outs that are due and that no other worker has acquired. */
export const acquireDuePortOuts = (
  db: Pick<Db, 'query'>,
  limit: number,
  leaseMs: number,
): Promise<readonly DuePortOut[]> => db.query(portOutCall.acquireStatement, { limit, leaseMs });

/** The current state of a port-out; undefined when it does not exist. */
export async function readPortOut(db: Pick<Db, 'query'>, id: string): Promise<StoredPortOut | undefined> {
  const [portOut] = await db.query(portOutCall.readStatement, { id });
  return portOut;
}

const waitStatement = statement(
  'schedule-port-out-retry',
  { id: 'uuid', dueAt: 'timestamptz', reason: 'text?' },
  `UPDATE port_out
   SET due_at = ${shortBackoff},
     updated_at = CASE WHEN reason_detail IS DISTINCT FROM :reason THEN now() ELSE updated_at END,
       reason_detail = :reason
   WHERE id = :id AND due_at = :dueAt`,
);

/** Schedules another check of a port-out soon, and records the reason for the wait. */
export async function schedulePortOutRetry(
  db: Pick<Db, 'query'>,
  { id, dueAt }: Lease,
  reason?: string,
): Promise<void> {
  await db.query(waitStatement, { id, dueAt, reason });
}

const moveStatement = statement(
  'move-port-out',
  { id: 'uuid', from: 'text', to: 'text', orderId: 'uuid?', reason: 'text?', isFinal: 'boolean', event: 'text' },
  `WITH moved AS (
    UPDATE port_out
    SET status = :to, order_id = coalesce(:orderId, order_id), reason_detail = :reason, attempt = 0, updated_at = now(),
      due_at = CASE
        WHEN :isFinal THEN NULL
        WHEN :to = 'PENDING' THEN greatest(window_from, ${dueNow})
        ELSE now() + interval '1 s'
      END,
      ended_at = CASE WHEN :isFinal THEN now() END
    WHERE id = :id AND status = :from
    RETURNING id, broker_id, order_id
  )
  ${insertEvents('port-out', { type: ':event', from: ':from', to: ':to', order: 'order_id' })}
  FROM moved
  RETURNING resource_id`,
);

/** Moves a port-out on from the status that was read; false when another worker has changed it. */
export async function movePortOut(
  db: Pick<Db, 'query'>,
  { id, status: from }: Pick<DuePortOut, 'id' | 'status'>,
  { to, orderId, reason }: { readonly to: PortOutStatus; readonly orderId?: string; readonly reason?: string },
): Promise<boolean> {
  const [moved] = await db.query(moveStatement, {
    id,
    from,
    to,
    orderId,
    reason,
    isFinal: portOutLifecycle.isFinal(to),
    event: portOutStatusEvents[to],
  });
  return moved !== undefined;
}

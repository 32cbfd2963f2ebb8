import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { ClaimSource } from '@linework/inventory/line-resources/allocate-claim';
import { defineDurableCall } from '@linework/partners/durable-call/define-durable-call';
import { shortBackoff } from '@linework/partners/durable-call/due-times';
import type { LeasedRecord } from '@linework/partners/durable-call/leased-record';
import { eventType } from '@linework/schemas/events';
import type { PortInStatus } from '@linework/schemas/lifecycles/port-in.lifecycle';

/** A port-in that is due. */
export interface DuePortIn extends LeasedRecord {
  readonly brokerId: string;
  readonly customerId: string;
  readonly status: PortInStatus;
  readonly msisdn: string;
  readonly donor: string;
  /** Null once the holder is anonymised. */
  readonly federalTaxId: string | null;
  readonly ticket: string | null;
  readonly windowFrom: Date;
  readonly windowUntil: Date;
  readonly poolId: string;
  readonly lineId: string | null;
  /** For a new line: the source of its SIM, and whether the line is activated at once. */
  readonly sim: { readonly from: ClaimSource; readonly activate: boolean } | null;
  readonly orderId: string | null;
  readonly revision: number;
  readonly acknowledgedRevision: number | null;
  /** Whether a request of a worker whose lease has expired may still arrive at the clearing house. */
  readonly mayStillArrive: boolean;
  readonly correlationId: string;
  readonly keyId: string;
}

/** A port-in in any status. */
export interface StoredPortIn extends Omit<DuePortIn, 'dueAt'> {
  /** Null once it has ended, and in CONFLICT until the conflict is resolved. */
  readonly dueAt: Date | null;
}

export const portInCall = defineDurableCall({
  kind: 'port-in',
  table: 'port_in',
  unansweredEvent: eventType('port_in.unanswered'),
  columns: `r.broker_id AS "brokerId", r.customer_id AS "customerId", r.status, r.msisdn, r.donor,
    r.federal_tax_id AS "federalTaxId", r.ticket, r.window_from AS "windowFrom", r.window_until AS "windowUntil",
    r.pool_id AS "poolId", r.line_id AS "lineId", r.sim, r.order_id AS "orderId", r.revision,
    r.acknowledged_revision AS "acknowledgedRevision",
    coalesce(r.submitted_at > now() - interval '1 min', false) AS "mayStillArrive",
    r.correlation_id AS "correlationId", r.key_id AS "keyId"`,
  acquireAssignments: `submitted_at = CASE
      WHEN r.ticket IS NULL AND r.status <> 'CANCELLING' THEN now()
      ELSE r.submitted_at END`,
});

const acquireStatement = portInCall.acquireStatement.returns<Pick<DuePortIn, 'sim'>>();
const readStatement = portInCall.readStatement.returns<Pick<DuePortIn, 'sim'>>();

/** Acquires port-ins that are due and that no other worker has acquired. */
export const acquireDuePortIns = (
  db: Pick<Db, 'query'>,
  limit: number,
  leaseMs: number,
): Promise<readonly DuePortIn[]> => db.query(acquireStatement, { limit, leaseMs });

/** The current state of a port-in; undefined when it does not exist. */
export async function readPortIn(db: Pick<Db, 'query'>, id: string): Promise<StoredPortIn | undefined> {
  const [portIn] = await db.query(readStatement, { id });
  return portIn;
}

const waitStatement = statement(
  'schedule-port-in-retry',
  { id: 'uuid', dueAt: 'timestamptz', reason: 'text', revision: 'int' },
  `UPDATE port_in
   SET due_at = CASE WHEN due_at = :dueAt THEN ${shortBackoff} ELSE due_at END,
     updated_at = CASE WHEN reason_detail IS DISTINCT FROM :reason THEN now() ELSE updated_at END,
       reason_detail = :reason
   WHERE id = :id AND status = 'PENDING' AND order_id IS NULL AND revision = :revision`,
);

/** Schedules another check of a port-in soon, and records the reason for the wait. */
export async function schedulePortInRetry(
  db: Pick<Db, 'query'>,
  { id, dueAt, revision }: DuePortIn,
  reason: string,
): Promise<void> {
  await db.query(waitStatement, { id, dueAt, reason, revision });
}

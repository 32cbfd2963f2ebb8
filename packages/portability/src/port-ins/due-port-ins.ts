import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import type { ClaimSource } from '@linework/inventory/line-resources/allocate-claim';
import { type LeasedRow, leaseEnd, longBackoff, shortBackoff } from '@linework/partners/poll-due';
import { selectIsUnanswered } from '@linework/partners/unanswered/select-is-unanswered';
import type { PortInStatus } from '@linework/schemas/portability/port-in.lifecycle';

/** A port-in that is due. */
export interface DuePortIn extends LeasedRow {
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

const columns = `p.id, p.broker_id AS "brokerId", p.customer_id AS "customerId", p.status, p.msisdn, p.donor, p.federal_tax_id AS "federalTaxId", p.ticket,
     p.window_from AS "windowFrom", p.window_until AS "windowUntil", p.pool_id AS "poolId", p.line_id AS "lineId", p.sim, p.order_id AS "orderId",
     p.revision, p.acknowledged_revision AS "acknowledgedRevision", coalesce(p.submitted_at > now() - interval '1 min', false) AS "mayStillArrive",
     p.correlation_id AS "correlationId", p.key_id AS "keyId", p.attempt, p.due_at AS "dueAt",
     ${selectIsUnanswered('port-in', 'p.id')}`;

const acquireStatement = unprepared(
  `WITH due AS (SELECT id FROM port_in WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
   UPDATE port_in p
   SET due_at = ${leaseEnd}, attempt = p.attempt + 1,
     submitted_at = CASE WHEN p.ticket IS NULL AND p.status <> 'CANCELLING' THEN now() ELSE p.submitted_at END
   FROM due
   WHERE p.id = due.id
   RETURNING ${columns}`,
);

/** Acquires port-ins that are due and that no other worker has acquired. */
export function acquireDuePortIns(db: Pick<Db, 'query'>, limit: number): Promise<readonly DuePortIn[]> {
  return db.query<DuePortIn>(acquireStatement, [limit]);
}

const postponeStatement = statement('postpone-port-in', `UPDATE port_in SET due_at = ${longBackoff} WHERE id = $1::uuid AND due_at = $2`);

/** Makes a port-in due again later, unless a notification has made it due meanwhile. */
export async function postponePortIn(db: Pick<Db, 'query'>, { id, dueAt }: LeasedRow): Promise<void> {
  await db.query(postponeStatement, [id, dueAt]);
}

const waitStatement = statement(
  'schedule-port-in-retry',
  `UPDATE port_in
   SET due_at = CASE WHEN due_at = $2 THEN ${shortBackoff} ELSE due_at END,
     updated_at = CASE WHEN reason_detail IS DISTINCT FROM $3::text THEN now() ELSE updated_at END, reason_detail = $3::text
   WHERE id = $1::uuid AND status = 'PENDING' AND order_id IS NULL AND revision = $4`,
);

/** Schedules another check of a port-in soon, and records the reason for the wait. */
export async function schedulePortInRetry(db: Pick<Db, 'query'>, { id, dueAt, revision }: DuePortIn, reason: string): Promise<void> {
  await db.query(waitStatement, [id, dueAt, reason, revision]);
}

const readStatement = statement('read-port-in', `SELECT ${columns} FROM port_in p WHERE p.id = $1::uuid`);

/** The current state of a port-in; undefined when it does not exist. */
export async function readPortIn(db: Pick<Db, 'query'>, id: string): Promise<StoredPortIn | undefined> {
  const [portIn] = await db.query<StoredPortIn>(readStatement, [id]);
  return portIn;
}

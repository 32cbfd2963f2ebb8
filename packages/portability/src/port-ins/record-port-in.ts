import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { sanitizePartnerText } from '@linework/partners/sanitize-partner-text';
import { portInStatusEvents } from '@linework/schemas/events';
import { type PortInStatus, portInLifecycle } from '@linework/schemas/lifecycles/port-in.lifecycle';
import type { StoredPortIn } from './due-port-ins.ts';

/** The result of a call about a port-in. An undefined member stays as it is; reasons are replaced. */
export interface PortInChange {
  readonly status: PortInStatus;
  readonly reasonCode?: string | undefined;
  readonly reasonDetail?: string | undefined;
  readonly ticket?: string | undefined;
  readonly window?: { readonly from: Date; readonly until: Date } | undefined;
  /** The donor agrees to the window. */
  readonly isAccepted?: boolean;
  /** The clearing house has accepted the current revision. */
  readonly isSubmitted?: boolean;
  /** When to check again: after so many seconds, or at the window. Undefined when a notification is expected. */
  readonly retryIn?: number | 'window' | undefined;
}

/** A notification that arrived during the call keeps its due date, because it may be newer than the response. An ended port-in gets no notification. */
const recordStatement = statement(
  'record-port-in',
  `WITH moved AS (
    UPDATE port_in SET status = $5::text, reason_code = $6, reason_detail = $7, ticket = coalesce($8, ticket),
      window_from = coalesce($9::timestamptz, window_from), window_until = coalesce($10::timestamptz, window_until),
      accepted_at = CASE WHEN $11::boolean THEN coalesce(accepted_at, now()) ELSE accepted_at END,
      acknowledged_revision = CASE WHEN $12::boolean THEN revision ELSE acknowledged_revision END,
      due_at = CASE WHEN $14::boolean THEN NULL WHEN due_at <> $4 THEN due_at
        WHEN $15::boolean THEN coalesce($9::timestamptz, window_from) ELSE now() + $13::int * interval '1 s' END,
      attempt = 0,
      activated_at = CASE WHEN $5::text = 'ACTIVE' THEN now() END,
      ended_at = CASE WHEN $14::boolean THEN now() END,
      updated_at = CASE WHEN (status, reason_code, reason_detail, ticket, window_from, window_until)
        IS DISTINCT FROM ($5::text, $6::text, $7::text, coalesce($8, ticket), coalesce($9::timestamptz, window_from), coalesce($10::timestamptz, window_until))
        THEN now() ELSE updated_at END
    WHERE id = $1::uuid AND status = $2::text AND revision = $3 AND order_id IS NOT DISTINCT FROM $16::uuid RETURNING id, broker_id, order_id
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, details)
    SELECT broker_id, $17, 'port-in', id, $2::text, $5::text, order_id, jsonb_strip_nulls(jsonb_build_object('reasonCode', $6::text)) FROM moved
    WHERE $2::text <> $5::text
  )
  SELECT id FROM moved`,
);

/** Records the result for a port-in that this worker has acquired; false when the port-in has changed meanwhile, and then it is checked again. */
export async function recordPortIn(
  db: Pick<Db, 'query'>,
  portIn: StoredPortIn,
  change: PortInChange,
): Promise<boolean> {
  const { id, status: from, revision, dueAt, orderId } = portIn;
  const {
    status,
    reasonCode = null,
    reasonDetail = null,
    ticket = null,
    window,
    isAccepted = false,
    isSubmitted = false,
    retryIn,
  } = change;
  const values = [
    status,
    reasonCode,
    reasonDetail === null ? null : sanitizePartnerText(reasonDetail),
    ticket,
    window?.from ?? null,
    window?.until ?? null,
    isAccepted,
    isSubmitted,
  ];
  const nextValues = [
    typeof retryIn === 'number' ? retryIn : null,
    portInLifecycle.isFinal(status),
    retryIn === 'window',
  ];
  const [moved] = await db.query(recordStatement, [
    id,
    from,
    revision,
    dueAt,
    ...values,
    ...nextValues,
    orderId,
    portInStatusEvents[status],
  ]);
  return moved !== undefined;
}

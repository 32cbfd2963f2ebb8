import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
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

/**
 * A notification that arrived during the call keeps its due date, because it may be newer than the response. An ended
 * port-in gets no notification.
 */
const recordStatement = statement(
  'record-port-in',
  {
    id: 'uuid',
    from: 'text',
    revision: 'int',
    dueAt: 'timestamptz?',
    to: 'text',
    reasonCode: 'text?',
    reasonDetail: 'text?',
    ticket: 'text?',
    windowFrom: 'timestamptz?',
    windowUntil: 'timestamptz?',
    isAccepted: 'boolean',
    isSubmitted: 'boolean',
    retryInSeconds: 'int?',
    hasEnded: 'boolean',
    atWindow: 'boolean',
    orderId: 'uuid?',
    event: 'text',
  },
  `WITH moved AS (
    UPDATE port_in
    SET status = :to, reason_code = :reasonCode, reason_detail = :reasonDetail, ticket = coalesce(:ticket, ticket),
      window_from = coalesce(:windowFrom, window_from), window_until = coalesce(:windowUntil, window_until),
      accepted_at = CASE WHEN :isAccepted THEN coalesce(accepted_at, now()) ELSE accepted_at END,
      acknowledged_revision = CASE WHEN :isSubmitted THEN revision ELSE acknowledged_revision END,
      due_at = CASE
        WHEN :hasEnded THEN NULL
        WHEN due_at <> :dueAt THEN due_at
        WHEN :atWindow THEN coalesce(:windowFrom, window_from) ELSE now() + :retryInSeconds * interval '1 s' END,
      attempt = 0,
      activated_at = CASE WHEN :to = 'ACTIVE' THEN now() END,
      ended_at = CASE WHEN :hasEnded THEN now() END,
      updated_at = CASE WHEN (status, reason_code, reason_detail, ticket, window_from, window_until)
        IS DISTINCT FROM (:to, :reasonCode, :reasonDetail, coalesce(:ticket, ticket),
          coalesce(:windowFrom, window_from), coalesce(:windowUntil, window_until))
        THEN now() ELSE updated_at END
    WHERE id = :id
      AND status = :from
      AND revision = :revision
      AND order_id IS NOT DISTINCT FROM :orderId
    RETURNING id, broker_id, order_id
  ), emitted AS (
    ${insertEvents('port-in', {
      type: ':event',
      from: ':from',
      to: ':to',
      order: 'order_id',
      details: "jsonb_strip_nulls(jsonb_build_object('reasonCode', :reasonCode))",
    })}
    FROM moved
    WHERE :from <> :to
  )
  SELECT id FROM moved`,
);

/**
 * Records the result for a port-in that this worker has acquired; false when the port-in has changed meanwhile, and
 * then it is checked again.
 */
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
  const [moved] = await db.query(recordStatement, {
    id,
    from,
    revision,
    dueAt,
    to: status,
    reasonCode,
    reasonDetail: reasonDetail === null ? null : sanitizePartnerText(reasonDetail),
    ticket,
    windowFrom: window?.from,
    windowUntil: window?.until,
    isAccepted,
    isSubmitted,
    retryInSeconds: typeof retryIn === 'number' ? retryIn : null,
    hasEnded: portInLifecycle.isFinal(status),
    atWindow: retryIn === 'window',
    orderId,
    event: portInStatusEvents[status],
  });
  return moved !== undefined;
}

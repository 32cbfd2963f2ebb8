import { defineEffect } from '@linework/engine/model/step';
import { insertMove } from '@linework/events/insert-event';

/** The status that a drift had before it ended, in SQL: only an accepted one has the key of a person. */
export const driftStatusBefore = "CASE WHEN accepted_by IS NULL THEN 'OPEN' ELSE 'ACCEPTED' END";

interface CloseDrifts {
  readonly lineId: string;
}

/**
 * The network has what the lines say: their drifts are repaired, and a look that began before counts no more. They are
 * compared again at once.
 */
export const closeDrifts = defineEffect<CloseDrifts>({
  name: 'drifts',
  columns: { lineId: 'uuid' },
  text: `drifts_wanted AS (
  SELECT w."lineId", w."keyId", m.id AS order_id
  FROM $rows w JOIN moved m USING (entry)
), drifts_closed AS (
  UPDATE drift d
  SET status = 'REPAIRED', order_id = w.order_id, closed_at = now(), updated_at = now()
  FROM drifts_wanted w
  WHERE d.line_id = w."lineId" AND d.status IN ('OPEN', 'ACCEPTED')
  RETURNING d.id, d.broker_id, d.kind, d.line_id, d.order_id, d.accepted_by, w."keyId"
), checks_due AS (
  UPDATE line_check c
  SET due_at = now(), claim_id = NULL, suspected = NULL
  FROM drifts_wanted w
  WHERE c.line_id = w."lineId"
), drift_events AS (
  ${insertMove('drift', {
    fromColumn: driftStatusBefore,
    to: 'REPAIRED',
    order: 'order_id',
    key: '"keyId"',
    details: "jsonb_build_object('lineId', line_id, 'kind', kind)",
  })}
  FROM drifts_closed
)`,
});

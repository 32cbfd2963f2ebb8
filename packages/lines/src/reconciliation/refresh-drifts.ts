import type { Db } from '@linework/db/db';
import { ruleTable } from '@linework/db/rule-table';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { serviceStates } from '../model/compare-subscriber.ts';
import { driftStatusBefore } from '../store/close-drifts.ts';

/** Between two times at which all drifts that are not closed are compared with their lines. */
const pause = "interval '10 s'";

const refreshIsDue = `coalesce(drifts_refreshed_at < now() - ${pause}, true)`;

/** Whether a line may have changed since its drift was seen, in SQL. */
export const anyDriftMayBeStale = `${refreshIsDue} AND EXISTS (
      SELECT FROM drift WHERE status IN ('OPEN', 'ACCEPTED') AND line_id IS NOT NULL)`;

const states = ruleTable(
  'rule',
  { status: 'text', state: 'text' },
  Object.entries(serviceStates).map(([status, state]) => ({ status, state })),
);

/** What a line says now is not what the drift was about. A line without a service state has left the register. */
const isStale = `(rule.state IS NULL
        OR d.expected ->> 'msisdn' <> l.msisdn
        OR d.expected ->> 'imsi' <> l.imsi
        OR d.expected ->> 'serviceState' <> rule.state) IS TRUE`;

const refreshStatement = statement(
  'refresh-drifts',
  `WITH state AS (
    UPDATE reconciliation
    SET drifts_refreshed_at = now()
    WHERE ${refreshIsDue}
    RETURNING id
  ), changed AS MATERIALIZED (
    SELECT d.id, d.line_id, l.updated_at, ${isStale} AS is_stale
    FROM drift d
    JOIN line l ON l.id = d.line_id
    LEFT JOIN ${states} ON rule.status = l.status
    WHERE EXISTS (SELECT FROM state)
      AND d.status IN ('OPEN', 'ACCEPTED')
      AND d.line_id IS NOT NULL
      AND l.updated_at > d.last_seen_at
      AND NOT EXISTS (
        SELECT FROM orders o WHERE o.resource_id = l.id AND o.resource_type = 'line' AND o.is_open)
  ), due AS (
    -- A line that has been read since, or could not be, waits for its time.
    UPDATE line_check c
    SET due_at = now()
    FROM changed
    WHERE c.line_id = ANY(ARRAY(SELECT line_id FROM changed))
      AND c.line_id = changed.line_id
      AND coalesce(c.checked_at < changed.updated_at, true)
      AND c.claim_id IS NULL
      AND c.due_at > now()
  ), gone AS (
    UPDATE drift
    SET status = 'GONE', closed_at = now(), updated_at = now()
    WHERE id = ANY(ARRAY(SELECT id FROM changed WHERE is_stale)) AND status IN ('OPEN', 'ACCEPTED')
    RETURNING id, broker_id, line_id, kind, accepted_by
  )
  ${insertMove('drift', {
    fromColumn: driftStatusBefore,
    to: 'GONE',
    details: "jsonb_build_object('lineId', line_id, 'kind', kind)",
  })}
  FROM gone`,
);

/**
 * A line that an order has changed since its drift was seen is compared again at once. The drift is gone if it was
 * about a number, a SIM or a service state that the line no longer has. So no order has to know of drifts.
 */
export const refreshDrifts = (db: Db): Promise<unknown> => db.query(refreshStatement);

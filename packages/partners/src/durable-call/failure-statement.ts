import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import type { EventType } from '@linework/schemas/events';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import { stoppedDueAt } from './due-times.ts';

/** Longer than the longest wait between two calls: a failure after so long a pause starts a new age. */
const resetAfter = "interval '2 h'";
/** Columns keep milliseconds and round: truncated, a stored time is never in the future. */
const now = "date_trunc('milliseconds', now())";

/**
 * The first failure starts the age. The first failure over the limit stops the calls, sets the record to a due date in
 * the far future, and emits an event.
 */
export const createFailureStatement = <const Kind extends UnansweredKind>(
  kind: Kind,
  table: string,
  unansweredEvent: EventType,
) =>
  statement(
    `record-unanswered-${kind}`,
    { id: 'uuid', recordId: 'uuid', code: 'text', limitMs: 'int' },
    `WITH recorded AS (
      INSERT INTO unanswered_call AS c (id, kind, record_id, broker_id, code, since)
      SELECT :id, '${kind}', r.id, r.broker_id, :code, ${now}
      FROM ${table} r
      WHERE r.id = :recordId
      ON CONFLICT (kind, record_id) WHERE ended_at IS NULL DO UPDATE SET
        since = CASE WHEN c.updated_at < now() - ${resetAfter} AND c.stopped_at IS NULL THEN ${now} ELSE c.since END,
        stopped_at = CASE
          WHEN c.stopped_at IS NOT NULL THEN c.stopped_at
          WHEN c.updated_at >= now() - ${resetAfter} AND c.since <= now() - :limitMs * interval '1 ms' THEN ${now}
        END,
        code = excluded.code,
        failures = c.failures + 1,
        updated_at = now()
      RETURNING broker_id, code, since, stopped_at, failures
    ), stopped AS (
      UPDATE ${table}
      SET due_at = ${stoppedDueAt}
      WHERE id = :recordId AND due_at IS NOT NULL AND EXISTS (SELECT FROM recorded WHERE stopped_at IS NOT NULL)
      RETURNING id
    ), emitted AS (
      ${insertEvent(unansweredEvent, { id: ':recordId', details: "jsonb_build_object('since', since, 'code', code)" })}
      FROM recorded
      WHERE stopped_at = ${now}
    )
    SELECT failures, EXISTS (SELECT FROM stopped) AS "isStopped"
    FROM recorded`,
  );

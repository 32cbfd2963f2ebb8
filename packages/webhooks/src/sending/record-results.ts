import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { dueNow } from '../due-now.ts';
import type { CallOutcome } from './call-outcome.ts';

/** The result of one attempt. */
export interface AttemptResult {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly attempt: number;
  readonly outcome: CallOutcome;
  /** Null after the last try, and for a sample. */
  readonly retryMs: number | null;
}

export interface PauseLimits {
  /** The pause of an endpoint that has just begun to fail. */
  readonly firstMs: number;
  /** An endpoint that is failing is called this often at least. */
  readonly limitMs: number;
  /** After so many failures in a row only one delivery is tried. */
  readonly probingFrom: number;
}

/**
 * Endpoints are locked before their deliveries and by id, like everywhere. It is a statement of its own: one that waits
 * for this lock and then updates the version of the row that it saw before can block another one for ever.
 */
const lockStatement = statement(
  'lock-endpoints-of-webhook-results',
  { endpointIds: 'uuid[]' },
  `SELECT count(*)
   FROM (
     SELECT
     FROM webhook_endpoint
     WHERE id = ANY(:endpointIds)
     ORDER BY id
     FOR NO KEY UPDATE) AS locked`,
);

const resultsSql = `result AS MATERIALIZED (
    SELECT *
    FROM unnest(:ids, :endpointIds, :attempts, :delivered, :codes, :reasons, :bodies, :durationsMs, :retriesMs,
      :pausesMs)
      AS r(id, endpoint_id, attempt, delivered, code, reason, body, duration_ms, retry_ms, pause_ms)
  )`;

/** A result counts only if the delivery is still in this attempt. */
const recordedDeliveries = `recorded AS (
    UPDATE webhook_delivery d
    SET status = CASE
        WHEN r.delivered THEN 'delivered'
        WHEN r.retry_ms IS NULL THEN 'failed'
        WHEN l.status = 'enabled' THEN 'waiting'
        ELSE 'held' END,
      due_at = CASE WHEN NOT r.delivered AND r.retry_ms IS NOT NULL
        AND l.status = 'enabled' THEN now() + r.retry_ms * interval '1 ms' END,
      delivered_at = CASE WHEN r.delivered THEN now() END,
      response_code = r.code, reason = r.reason, updated_at = now()
    FROM result r
    JOIN webhook_endpoint l ON l.id = r.endpoint_id
    WHERE d.id = r.id AND d.status = 'delivering' AND d.attempts = r.attempt
    RETURNING d.id, d.endpoint_id, d.cause, r.delivered, r.pause_ms
  ), ended AS (
    UPDATE webhook_attempt t
    SET outcome = CASE WHEN r.delivered THEN 'delivered' ELSE 'failed' END, ended_at = now(), reason = r.reason,
      response_code = r.code,
      response_body = r.body, duration_ms = r.duration_ms
    FROM result r
    JOIN recorded d ON d.id = r.id
    WHERE t.delivery_id = r.id AND t.number = r.attempt
  )`;

/**
 * What the results say about each endpoint. A sample that fails says nothing; one that succeeds proves that the
 * receiver works.
 */
const updatedEndpoints = `counts AS (
    SELECT endpoint_id, bool_or(delivered) AS delivered,
      count(*) FILTER (WHERE NOT delivered AND cause <> 'test')::int AS failed,
      max(pause_ms) FILTER (WHERE cause <> 'test') AS pause_ms
    FROM recorded
    GROUP BY endpoint_id
  ), updated AS (
    SELECT t.*, e.failures + t.failed AS failures,
      least(greatest(extract(epoch FROM now() - e.failing_since) * 1000, :firstPauseMs), :longestPauseMs) AS age_ms
    FROM counts t
    JOIN webhook_endpoint e ON e.id = t.endpoint_id
  )`;

/**
 * A failing endpoint pauses as long as it has been failing, within limits, so that an outage of a minute costs a
 * minute.
 */
const recordStatement = statement(
  'record-webhook-results',
  {
    ids: 'uuid[]',
    endpointIds: 'uuid[]',
    attempts: 'int[]',
    delivered: 'boolean[]',
    codes: 'int?[]',
    reasons: 'text?[]',
    bodies: 'text?[]',
    durationsMs: 'int[]',
    retriesMs: 'bigint?[]',
    pausesMs: 'bigint[]',
    firstPauseMs: 'numeric',
    longestPauseMs: 'numeric',
    probingFrom: 'int',
    unavailableFromMs: 'numeric',
  },
  `WITH ${resultsSql}, ${recordedDeliveries}, ${updatedEndpoints}
  UPDATE webhook_endpoint e
  SET failures = CASE WHEN j.delivered THEN 0 ELSE e.failures + j.failed END,
    failing_since = CASE WHEN j.delivered THEN NULL WHEN j.failed > 0 THEN coalesce(e.failing_since,
      now()) ELSE e.failing_since END,
    last_failure_at = CASE WHEN j.failed > 0 THEN now() ELSE e.last_failure_at END,
    announced = CASE WHEN j.delivered THEN 0 ELSE e.announced END,
    blocked_until = p.blocked_until,
    next_at = CASE WHEN e.status = 'enabled' AND e.moving IS NULL THEN greatest(${dueNow}, p.blocked_until) END
  FROM updated j
  CROSS JOIN LATERAL (SELECT ${dueNow} + greatest(
    coalesce(j.pause_ms, 0), CASE WHEN NOT j.delivered
      AND j.failures >= :probingFrom THEN coalesce(j.age_ms,
        :firstPauseMs) ELSE 0 END) * interval '1 ms' AS blocked_until) p
  WHERE e.id = j.endpoint_id
  RETURNING e.id AS "endpointId", j.delivered AND j.age_ms >= :unavailableFromMs AS "isBack"`,
);

/**
 * Receivers that were unavailable longer than this get what waits at once. A shorter failure may be the fault of one
 * event, which then keeps its schedule.
 */
const unavailableFromMs = 300_000;

/** Those that are due first, so that the statement is short whatever waits. The others keep their schedule. */
const expediteStatement = statement(
  'expedite-waiting-webhook-deliveries',
  { endpointIds: 'uuid[]' },
  `WITH expedited AS (
    UPDATE webhook_delivery d
    SET due_at = ${dueNow}
    FROM unnest(:endpointIds) AS o(id)
    CROSS JOIN LATERAL (
      SELECT n.id
      FROM webhook_delivery n
      WHERE n.endpoint_id = o.id AND n.due_at > now() AND NOT n.has_predecessor AND n.cause <> 'test'
      ORDER BY n.due_at
      LIMIT 1000) n
    WHERE d.id = n.id AND d.status = 'waiting'
    RETURNING d.endpoint_id
  )
  UPDATE webhook_endpoint
  SET next_at = ${dueNow}
  WHERE id IN (SELECT endpoint_id FROM expedited) AND next_at > now()`,
);

/** Records results in one transaction. A result of a worker that lost its lease changes nothing. */
export async function recordResults(db: Db, results: readonly AttemptResult[], pauses: PauseLimits): Promise<void> {
  const values = buildValues(results, pauses);
  await db.transaction(async (tx) => {
    await tx.query(lockStatement, { endpointIds: [...new Set(values.endpointIds)] });
    const rows = await tx.query(recordStatement, values);
    const back = rows.filter(({ isBack }) => isBack === true).map(({ endpointId }) => endpointId);
    if (back.length > 0) await tx.query(expediteStatement, { endpointIds: back });
  });
}

function buildValues(results: readonly AttemptResult[], { firstMs, limitMs, probingFrom }: PauseLimits) {
  const column = <Value>(select: (result: AttemptResult) => Value) => results.map(select);
  return {
    ids: column(({ deliveryId }) => deliveryId),
    endpointIds: column(({ endpointId }) => endpointId),
    attempts: column(({ attempt }) => attempt),
    delivered: column(({ outcome }) => outcome.isDelivered),
    codes: column(({ outcome }) => outcome.responseCode),
    reasons: column(({ outcome }) => outcome.reason),
    bodies: column(({ outcome }) => outcome.responseBody),
    durationsMs: column(({ outcome }) => outcome.durationMs),
    retriesMs: column(({ retryMs }) => retryMs),
    pausesMs: column(({ outcome }) => outcome.retryAfterMs ?? 0),
    firstPauseMs: firstMs,
    longestPauseMs: limitMs,
    probingFrom,
    unavailableFromMs,
  };
}

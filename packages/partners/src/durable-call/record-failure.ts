import type { Db } from '@linework/db/db';
import { type Statement, statement } from '@linework/db/statement';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import { v7 as newId } from 'uuid';
import { stoppedDueAt } from './due-times.ts';
import type { DurableCall, DurableCallDeclaration } from './durable-call.ts';

/** Longer than the longest wait between two calls: a failure after so long a pause starts a new age. */
const resetAfter = "interval '2 h'";
/** Columns keep milliseconds and round: truncated, a stored time is never in the future. */
const now = "date_trunc('milliseconds', now())";

/**
 * The first failure starts the age. The first failure over the limit stops the calls, sets the record to a due date in the far future, and emits an
 * event.
 */
export const createFailureStatement = ({
  kind,
  table,
  unansweredEvent,
}: Pick<DurableCallDeclaration, 'kind' | 'table' | 'unansweredEvent'>): Statement =>
  statement(
    `record-unanswered-${kind}`,
    `WITH recorded AS (
      INSERT INTO unanswered_call AS c (id, kind, record_id, broker_id, code, since)
      SELECT $1::uuid, '${kind}', r.id, r.broker_id, $3, ${now}
      FROM ${table} r
      WHERE r.id = $2::uuid
      ON CONFLICT (kind, record_id) WHERE ended_at IS NULL DO UPDATE SET
        since = CASE WHEN c.updated_at < now() - ${resetAfter} AND c.stopped_at IS NULL THEN ${now} ELSE c.since END,
        stopped_at = CASE
          WHEN c.stopped_at IS NOT NULL THEN c.stopped_at
          WHEN c.updated_at >= now() - ${resetAfter} AND c.since <= now() - $4::int * interval '1 ms' THEN ${now}
        END,
        code = excluded.code,
        failures = c.failures + 1,
        updated_at = now()
      RETURNING broker_id, code, since, stopped_at, failures
    ), stopped AS (
      UPDATE ${table}
      SET due_at = ${stoppedDueAt}
      WHERE id = $2::uuid AND due_at IS NOT NULL AND EXISTS (SELECT FROM recorded WHERE stopped_at IS NOT NULL)
      RETURNING id
    ), emitted AS (
      INSERT INTO event (broker_id, type, resource_type, resource_id, details)
      SELECT broker_id, '${unansweredEvent}', '${kind}', $2::uuid, jsonb_build_object('since', since, 'code', code)
      FROM recorded
      WHERE stopped_at = ${now}
    )
    SELECT failures, EXISTS (SELECT FROM stopped) AS "isStopped"
    FROM recorded`,
  );

export interface PartnerFailure {
  readonly recordId: string;
  readonly code: string;
  /** The age at which calls stop. */
  readonly limitMs: number;
}

/** The failures in a row. `isStopped` when they are over the age limit: the call is not made again automatically. */
export interface RecordedFailure {
  readonly failures: number;
  readonly isStopped: boolean;
}

/** Records that a call to a partner failed. Undefined where the record does not exist. */
export async function recordFailure(
  db: Pick<Db, 'query'>,
  { failureStatement }: DurableCall,
  { recordId, code, limitMs }: PartnerFailure,
): Promise<RecordedFailure | undefined> {
  const [recorded] = await db.query<RecordedFailure>(failureStatement, [newId(), recordId, code, limitMs]);
  return recorded;
}

const endCallStatement = statement(
  'end-unanswered-call',
  `UPDATE unanswered_call
   SET ended_at = now(), updated_at = now()
   WHERE kind = $1 AND record_id = $2::uuid AND ended_at IS NULL`,
);

/** Records that the partner answered about a record. */
export async function recordResponse(db: Pick<Db, 'query'>, kind: UnansweredKind, recordId: string): Promise<void> {
  await db.query(endCallStatement, [kind, recordId]);
}
